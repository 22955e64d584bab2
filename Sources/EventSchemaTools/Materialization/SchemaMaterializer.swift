package import EventCatalog
import EventSchema

extension Rule {
    package static let incompatibleParts = Rule(
        "incompatible-parts", .error, "The parts of an allOf have values of a keyword that do not go together.",
        reason: "No event satisfies both, or it cannot be said in one schema, so that no version can be made.",
        mistake: .current("allOf:\n- maxLength: 3\n  format: date\n- maxLength: 3\n  format: time\n"),
        corrected: .current("", version: "")
    )
}

/// Makes versions from what people edit: references resolved, parts merged, limits added.
package struct SchemaMaterializer: Sendable {
    private let settings: SchemaToolsSettings
    private var library: SchemaLibrary

    /// - Parameters:
    ///   - tree: the repository.
    ///   - bases: more folders in which references are searched. Empty by default.
    ///   - isForced: whether versions that are there are written anew, so that references lead to what they become.
    ///     The default is `false`.
    package init(_ tree: SchemaTree, bases: [SchemaBase] = [], isForced: Bool = false) {
        settings = tree.settings
        library = SchemaLibrary(tree, bases: bases, isForced: isForced)
        makeTargets(in: tree)
    }

    /// Makes the versions that are not written yet and that others refer to, so that these are made from what will be
    /// in the files.
    private mutating func makeTargets(in tree: SchemaTree) {
        let targets = UnwrittenTargets(library.sources, referredToIn: tree.titles.compactMap(\.current))
        for path in targets.paths {
            guard let source = library.sources[path] else { continue }
            do { library.add(try written(try schema(of: source), at: path), at: path) } catch {
                // Its own title has the findings; who refers to it gets them from what people edit.
            }
        }
    }

    /// A schema as it is read again from its file.
    private func written(_ schema: JSONValue, at path: String) throws(CatalogError) -> SourceDocument {
        let form = settings.contentTypes[0]
        return try SourceDocument(
            bytes: MaterializedText.bytes(of: schema, contentType: form), file: "\(path.dropFirst()).\(form)")
    }

    /// The schema that a published version gives when its references are followed: what stands beside a `$ref` is
    /// ignored in draft 7.
    ///
    /// - Throws: `CatalogError` with everything that is wrong with its references and parts.
    func schema(ofPublished version: SourceDocument) throws(CatalogError) -> JSONValue {
        version.value.hasReference ? try schema(of: version, keepingSiblings: false) : version.value
    }

    /// The schema that a document gives, as it is read again from the file of the version.
    ///
    /// - Throws: `CatalogError` with everything that is wrong with its references and parts.
    func schema(of document: SourceDocument) throws(CatalogError) -> JSONValue {
        try schema(of: document, keepingSiblings: true)
    }

    private func schema(of document: SourceDocument, keepingSiblings: Bool) throws(CatalogError) -> JSONValue {
        guard document.value.object != nil else {
            throw CatalogError(
                .invalidSyntax, document.location(at: []),
                "A schema is a map; this is of type \(document.value.typeName).",
                remedy: "Write “title”, “$id” and “type” as members of a map.")
        }
        var schema = document.value
        if settings.shouldDereference { schema = try merged(document, keepingSiblings) }
        if let (minimum, maximum) = settings.numericBounds {
            let isLater = settings.dialect(of: document.value).isLater
            schema = NumericBounds(minimum: minimum, maximum: maximum, isLater: isLater).added(to: schema)
        }
        return (settings.shouldGenerateExample ? Self.withExample(schema) : schema).withWrittenNumbers
    }

    private func merged(_ document: SourceDocument, _ keepsSiblings: Bool) throws(CatalogError) -> JSONValue {
        let isLater = settings.dialect(of: document.value).isLater
        var resolver = ReferenceResolver(library, settings, keepsSiblings: keepsSiblings)
        let resolved = resolver.resolved(document)
        guard resolver.findings.isEmpty else { throw CatalogError(resolver.findings.sortedWithoutDuplicates()) }
        let unmerged = isLater ? UnmergedKeywords.problems(in: resolved) : []
        guard unmerged.isEmpty else {
            let findings = unmerged.map { path, keyword, problem, remedy in
                CatalogFinding(
                    .unmaterializedKeyword, document.location(at: Self.place(of: path + [keyword], in: document)),
                    problem, remedy: remedy)
            }
            throw CatalogError(findings.sortedWithoutDuplicates())
        }
        var merger = SchemaMerger(isLater: isLater)
        let merged = merger.merged(resolved)
        let problems = merger.problems.map { path, keyword in
            let schema = path.isEmpty ? "the schema" : "“/\(path.joined(separator: "/"))”"
            return CatalogFinding(
                .incompatibleParts, document.location(at: Self.place(of: path + [keyword], in: document)),
                "Parts of an allOf have different values of “\(keyword)” for \(schema).",
                remedy: "Write one value that holds for all, or rename the property of one part.")
        }
        guard problems.isEmpty else { throw CatalogError(problems.sortedWithoutDuplicates()) }
        return merged
    }

    /// The path of a keyword, or of the innermost `allOf` that brings it.
    private static func place(of path: [String], in document: SourceDocument) -> [String] {
        let existing = document.existing(path)
        guard existing.count < path.count else { return path }
        let around = (0...existing.count).reversed().map { existing.prefix($0) + ["allOf"] }
        return around.first { document.existing(Array($0)).count == $0.count }.map(Array.init) ?? path
    }

    private static func withExample(_ schema: JSONValue) -> JSONValue {
        guard var members = schema.object, (members["examples"]?.array ?? []).isEmpty else { return schema }
        members["examples"] = [SchemaExample.example(of: schema)]
        return .object(members)
    }
}
