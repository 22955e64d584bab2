import EventSchema

extension Rule {
    package static let invalidSchema = Rule(
        "invalid-schema", .error, "A schema cannot be compiled.",
        reason: "Clients and the intake cannot use it, so that every event that names it is refused.",
        mistake: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("properties: {name: {type: strng}}")],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])

    package static let schemaIdentity = Rule(
        "schema-identity", .error, "The $id or the title of a schema is not its path.",
        reason: "Clients find the file by the $schema of an event; the intake compares the title with the stream's.",
        mistake: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap(title: "app/tapped")],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])

    package static let schemaTwins = Rule(
        "schema-twins", .error, "A schema version is there as YAML and as JSON, and the two differ.",
        reason: "Which of the two is used depends on the reader.",
        mistake: [
            "Schemas/app/tap/1.0.0.yaml": RuleExample.tap(),
            "Schemas/app/tap/1.0.0.json": #"{"title": "app/tap", "$id": "/app/tap/1.0.0", "maxProperties": 9}"#,
        ],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])
}

/// Compiles one version file, and compares it with its path.
struct SchemaVersionCompiler {
    let read: ReadSchema
    /// All documents by URI: a mistake may lie in one that is referred to.
    let sources: [String: ReadSchema]
    let registry: [String: JSONValue]
    /// The dialects that the version may be written in beside those of the intake.
    let dialects: [Dialect]

    /// The version, or everything that is wrong with it. The earlier version, if it was compiled from the same texts.
    var result: Result<SchemaVersion, CatalogError> {
        if let earlier = read.earlier, earlier.basis?.isSame(in: sources) == true { return .success(earlier) }
        return Result { () throws(CatalogError) in try compiled(read.document) }
    }

    private var file: SchemaFile { read.file }

    private func compiled(_ document: SourceDocument) throws(CatalogError) -> SchemaVersion {
        let findings = identityFindings(document) + twinFindings
        let schema: Schema
        do {
            schema = try Schema(read.value, mode: mode, baseURI: file.uri, registry: registry)
        } catch {
            throw CatalogError(findings + [try finding(for: error, in: document)])
        }
        guard findings.isEmpty else { throw CatalogError(findings) }
        return SchemaVersion(
            uri: file.uri, title: title ?? file.folder, file: file.path, text: document.bytes, document: read.value,
            schema: schema, basis: SchemaBasis(schema, of: read, in: sources))
    }

    /// The intake's, unless the version is in a dialect that the intake does not have.
    private var mode: Schema.Mode {
        guard let dialect = Dialect(of: read.value), dialects.contains(dialect) else { return .intake }
        return dialect.toolsMode
    }

    private var title: String? { read.value["title"]?.string }

    /// `$id` and `title` repeat the path, or the end of it; clients and the intake rely on either.
    private func identityFindings(_ document: SourceDocument) -> [CatalogFinding] {
        let id = read.value["$id"]?.string
        var findings: [CatalogFinding] = []
        if id.map(file.contains(id:)) != true { findings.append(mismatch("$id", id, file.uri, document)) }
        if title.map(file.contains(title:)) != true { findings.append(mismatch("title", title, file.folder, document)) }
        return findings
    }

    private func mismatch(
        _ name: String, _ found: String?, _ expected: String, _ document: SourceDocument
    ) -> CatalogFinding {
        CatalogFinding(
            .schemaIdentity, document.location(at: [name]),
            "\(name) is \(found.map { "“\($0)”" } ?? "missing"); its path says “\(expected)”.",
            remedy: "Set \(name) to “\(expected)”, or move the file.")
    }

    /// A version in two forms (`.yaml` and `.json`) must have the same content in both. The finding is in the YAML file
    /// in either order: JSON has no comments, so no waivers.
    private var twinFindings: [CatalogFinding] {
        guard let first = sources[file.uri], first.file.path != file.path, first.value != read.value,
            first.file.path.folder == file.path.folder
        else { return [] }
        let (other, place) = (min(first.file.path, file.path), max(first.file.path, file.path))
        return [
            CatalogFinding(
                .schemaTwins, SourceLocation(file: place), "Differs from \(other), which is the same version.",
                remedy: "Make both say the same, or remove one.")
        ]
    }

    private func finding(
        for error: SchemaError, in document: SourceDocument
    ) throws(CatalogError) -> CatalogFinding {
        let parts = error.location.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.count > 1 ? JSONPointer.tokens(of: String(parts[1])) : []
        let source =
            try parts.first.flatMap { sources[String($0)] }.map { read throws(CatalogError) in try read.document }
            ?? document
        let referrer = source.file == document.file ? "" : " (met while compiling \(document.file))"
        return CatalogFinding(.invalidSchema, source.location(at: path), error.message + referrer, remedy: error.remedy)
    }
}

extension String {
    fileprivate var folder: Substring { self[..<(lastIndex(of: "/") ?? startIndex)] }
}
