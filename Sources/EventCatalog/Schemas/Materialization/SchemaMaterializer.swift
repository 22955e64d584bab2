import EventSchema

/// Makes versions from what people edit: references resolved, parts merged, limits added.
package struct SchemaMaterializer: Sendable {
    private let settings: SchemaToolsSettings
    private let library: SchemaLibrary

    /// - Parameters:
    ///   - tree: the repository.
    ///   - bases: more folders in which references are searched. Empty by default.
    package init(_ tree: SchemaTree, bases: [SchemaBase] = []) {
        settings = tree.settings
        library = SchemaLibrary(tree, bases: bases)
    }

    /// The schema that a document gives.
    ///
    /// - Throws: ``CatalogError`` with everything that is wrong with its references and parts.
    func schema(of document: SourceDocument) throws(CatalogError) -> JSONValue {
        guard document.value.object != nil else {
            throw CatalogError(
                .invalidSyntax, document.location(at: []),
                "A schema is a map; this is of type \(document.value.typeName).",
                remedy: "Write “title”, “$id” and “type” as members of a map.")
        }
        var schema = document.value
        if settings.shouldDereference { schema = try merged(document) }
        schema = NumericBounds(minimum: settings.minimumNumber, maximum: settings.maximumNumber).added(to: schema)
        return settings.shouldGenerateExample ? Self.withExample(schema) : schema
    }

    private func merged(_ document: SourceDocument) throws(CatalogError) -> JSONValue {
        var resolver = ReferenceResolver(library)
        let resolved = resolver.resolved(document)
        guard resolver.findings.isEmpty else { throw CatalogError(resolver.findings.sortedWithoutDuplicates()) }
        var merger = SchemaMerger()
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
