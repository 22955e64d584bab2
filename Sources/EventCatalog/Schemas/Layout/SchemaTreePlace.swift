import EventSupport

/// Where the root of a repository of schemas is, and its settings.
struct SchemaTreePlace {
    let root: String
    let repository: String
    let settings: SchemaToolsSettings

    /// - Throws: ``CatalogError`` when the settings cannot be read, or name a folder that does not exist.
    init(directory: String, in sources: SourceFiles) throws(CatalogError) {
        let directory = SchemaRepositoryFolder.of(directory)
        if let settings = try Self.settings(in: directory, sources) {
            let root = FolderPath.joined(directory, settings.schemaBasePath)
            guard FileKind(at: root) == .directory else { throw CatalogError([Self.missing(root, settings)]) }
            (self.root, repository, self.settings) = (root, directory, settings)
        } else if let above = try Self.settingsAbove(directory, sources) {
            (root, repository, settings) = (directory, above.repository, above.settings)
        } else {
            let inner = FolderPath.joined(directory, "jsonschema")
            root = FileKind(at: inner) == .directory ? inner : directory
            (repository, settings) = (directory, SchemaToolsSettings())
        }
    }

    private static func settings(
        in folder: String, _ sources: SourceFiles
    ) throws(CatalogError) -> SchemaToolsSettings? {
        let file = FolderPath.entry(SchemaToolsSettings.fileName, in: folder)
        return FileKind(at: file) == .missing ? nil : try SchemaToolsSettings(try sources.document(in: file))
    }

    /// The settings of the folder above, if the directory is the root that they name. The folder above a link is that
    /// of its target.
    private static func settingsAbove(
        _ directory: String, _ sources: SourceFiles
    ) throws(CatalogError) -> (repository: String, settings: SchemaToolsSettings)? {
        guard let own = FileIdentity(path: directory) else { return nil }
        for repository in [FolderPath.above(directory), FolderPath.entry("..", in: directory)] {
            guard let settings = try settings(in: repository, sources),
                own.isAt(FolderPath.joined(repository, settings.schemaBasePath))
            else { continue }
            return (repository, settings)
        }
        return nil
    }

    private static func missing(_ root: String, _ settings: SchemaToolsSettings) -> CatalogFinding {
        let file = settings.document?.file ?? SchemaToolsSettings.fileName
        return CatalogFinding(
            .schemaToolsSetting, settings.document?.location(at: ["schemaBasePath"]) ?? SourceLocation(file: file),
            "“schemaBasePath” leads to \(root), which is not a folder.",
            remedy: "Name the folder that holds the schemas.")
    }
}
