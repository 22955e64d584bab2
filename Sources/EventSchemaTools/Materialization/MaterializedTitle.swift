package import EventCatalog
import EventSchema

extension Rule {
    package static let currentIdentity = Rule(
        "current-identity", .error, "The $id of current.yaml is not a slash, the path of its folder and a version.",
        reason: "It says which version is made from current.yaml, and clients find the version by it.",
        mistake: .current("", id: "/app/tap/1.0"), corrected: .current("", version: ""))
}

/// The version that the current file of a title gives: its files and the links to it.
package struct MaterializedTitle: Sendable {
    package let title: String
    /// The version in the $id of current.yaml.
    package let version: SemanticVersion
    /// The files of the version, one for each form.
    package let files: [VersionFile]
    /// The links that the folder should have.
    package let links: [VersionLink]
    /// Where current.yaml has its version.
    let place: SourceLocation

    /// - Throws: `CatalogError` with everything that keeps the version from being made.
    init(
        _ folder: SchemaTitleFolder, _ current: SourceDocument, in tree: SchemaTree, _ materializer: SchemaMaterializer
    )
        throws(CatalogError)
    {
        let field = tree.settings.schemaVersionField.split(separator: ".").map(String.init)
        let current = try current.faultless()
        try Self.requireDraft(of: current, tree.settings)
        title = folder.path
        place = current.location(at: field)
        let version = try Self.version(folder, current, at: place, tree.settings)
        self.version = version
        let schema = try materializer.schema(of: current)
        let (stem, path) = ("\(version)", folder.path.isEmpty ? tree.root : "\(tree.root)/\(folder.path)")
        files = tree.settings.contentTypes.map {
            VersionFile(schema, at: "\(path)/\(stem).\($0)", contentType: $0, in: tree.sources)
        }
        let newest = folder.versions.last.map { max($0.version, version) } ?? version
        links = Self.links(tree.settings, version, newest: newest).map { VersionLink("\(path)/\($0)", to: $1) }
    }

    /// - Throws: `CatalogError` for a schema that does not follow a dialect that is allowed, unless the repository
    ///   skips the case: a version cannot be changed once it is there, and the check refuses it.
    private static func requireDraft(
        of current: SourceDocument, _ settings: SchemaToolsSettings
    ) throws(CatalogError) {
        guard let mistake = DraftMistake(in: current, settings),
            !SkippedCases(settings).skips(Rule.schemaIsValid.id, for: current.value["$id"]?.string ?? "")
        else { return }
        throw CatalogError(.schemaIsValid, current.location(at: mistake.path), mistake.problem, remedy: mistake.remedy)
    }

    private static func version(
        _ folder: SchemaTitleFolder, _ current: SourceDocument, at place: SourceLocation,
        _ settings: SchemaToolsSettings
    ) throws(CatalogError) -> SemanticVersion {
        let example = "/\(folder.path)/1.0.0"
        let field = settings.schemaVersionField
        guard let id = current.value[path: field.split(separator: ".").map(String.init)]?.string else {
            throw CatalogError(
                .currentIdentity, place, "“\(field)” is missing, or is not text.",
                remedy: "Write “\(field): \(example)”.")
        }
        guard let version = SemanticVersion(endOf: id) else {
            throw CatalogError(
                .currentIdentity, place, "“\(id)” does not end with a version.",
                remedy: "Write three numbers at its end, such as “\(example)”.")
        }
        // As in jsonschema-tools, the folder may be deeper than the $id says.
        let path = id.prefix { $0 != "#" }
        let own = path.split(separator: "/").dropLast().joined(separator: "/")
        guard field != "$id" || folder.path == own || folder.path.hasSuffix("/\(own)") else {
            throw CatalogError(
                .currentIdentity, place, "“\(id)” is not the path of the folder, “/\(folder.path)”.",
                remedy: "Write “\(field): /\(folder.path)/\(version)”, or move the folder.")
        }
        return version
    }

    private static func links(
        _ settings: SchemaToolsSettings, _ version: SemanticVersion, newest: SemanticVersion
    ) -> [(name: String, target: String)] {
        let first = settings.contentTypes[0]
        var links: [(String, String)] = []
        if settings.shouldSymlinkExtensionless { links.append(("\(version)", "\(version).\(first)")) }
        guard settings.shouldSymlinkLatest else { return links }
        links += settings.contentTypes.map { ("latest.\($0)", "\(newest).\($0)") }
        return settings.shouldSymlinkExtensionless ? links + [("latest", "\(newest).\(first)")] : links
    }

    /// What is wrong with the files and the links.
    package var findings: [CatalogFinding] {
        files.compactMap { $0.finding(title, current: place) } + links.compactMap(\.finding)
    }

    /// Whether nothing has to be written.
    package var isComplete: Bool { findings.allSatisfy { $0.rule == .versionForm } }
}
