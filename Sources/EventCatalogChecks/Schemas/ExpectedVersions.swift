import EventCatalog
import EventSchemaTools

/// The versions that the files people edit name, and that no file has: each has a finding of its own, and what others
/// need of it is none.
struct ExpectedVersions: Sendable {
    /// Those that can be made, by the file that people edit.
    private var made: [String: SchemaVersion] = [:]
    /// The mistakes that keep the others from being made, by URI.
    private var mistakes: [String: CatalogFinding] = [:]

    /// - Parameters:
    ///   - titles: the titles of a repository.
    ///   - materialization: what the files that people edit give; `nil` if there are none.
    ///   - settings: the settings of the repository.
    mutating func add(
        _ titles: [CheckedSchemaFolder], _ materialization: Materialization?, _ settings: SchemaToolsSettings
    ) {
        for title in titles {
            guard let current = title.folder.current, let version = title.folder.currentVersion(settings),
                !title.folder.versions.contains(where: { $0.version == version })
            else { continue }
            let uri = "/\(title.folder.path)/\(version)"
            if let unwritten = title.unwritten?.schema, let schema = unwritten.compiled {
                made[current.file] = SchemaVersion(uri: uri, unwritten: unwritten.document, schema: schema)
            } else if let mistake = materialization?.errors.first(where: { $0.location.file == current.file }) {
                mistakes[uri] = mistake
            }
        }
    }

    /// A repository with the versions. One whose absence is not a finding of the project stays absent.
    ///
    /// - Parameters:
    ///   - repository: the versions that have files.
    ///   - reported: the findings of the schemas, as the project judges them.
    /// - Returns: the versions that streams and experiments are checked with.
    func added(to repository: SchemaRepository, reported: [CatalogFinding]) -> SchemaRepository {
        let files = Set(reported.filter { $0.rule == .versionNotMaterialized }.map(\.location.file))
        return repository.lacking(mistakes).adding(made.filter { files.contains($0.key) }.values)
    }
}
