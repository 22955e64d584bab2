import EventSupport

/// Where the root of a repository of schemas is, and its settings.
struct SchemaTreePlace {
    let root: String
    let repository: String
    let settings: SchemaToolsSettings

    /// - Throws: ``CatalogError`` when the settings cannot be read, or name a folder that does not exist.
    init(directory: String) throws(CatalogError) {
        let directory = FolderPath.normal(directory)
        if let settings = try Self.settings(in: directory) {
            let root = FolderPath.joined(directory, settings.schemaBasePath)
            guard FileKind(at: root) == .directory else { throw CatalogError([Self.missing(root, settings)]) }
            (self.root, repository, self.settings) = (root, directory, settings)
        } else if let above = try Self.settingsAbove(directory) {
            (root, repository, settings) = (directory, above.repository, above.settings)
        } else {
            let inner = FolderPath.joined(directory, "jsonschema")
            root = FileKind(at: inner) == .directory ? inner : directory
            (repository, settings) = (directory, SchemaToolsSettings())
        }
    }

    private static func settings(in folder: String) throws(CatalogError) -> SchemaToolsSettings? {
        let file = FolderPath.joined(folder, SchemaToolsSettings.fileName)
        return FileKind(at: file) == .missing ? nil : try SchemaToolsSettings(file: file)
    }

    /// The settings of the folder above, if the directory is the root that they name.
    private static func settingsAbove(
        _ directory: String
    ) throws(CatalogError) -> (repository: String, settings: SchemaToolsSettings)? {
        let repository = FolderPath.above(directory)
        guard let settings = try settings(in: repository), let own = FileIdentity(path: directory),
            own.isAt(FolderPath.joined(repository, settings.schemaBasePath))
        else { return nil }
        return (repository, settings)
    }

    private static func missing(_ root: String, _ settings: SchemaToolsSettings) -> CatalogFinding {
        let file = settings.document?.file ?? SchemaToolsSettings.fileName
        return CatalogFinding(
            .schemaToolsSetting, settings.document?.location(at: ["schemaBasePath"]) ?? SourceLocation(file: file),
            "“schemaBasePath” leads to \(root), which is no folder.", remedy: "Name the folder that holds the schemas.")
    }
}

/// Paths of folders as text: what the caller spelled is kept.
enum FolderPath {
    /// The path without slashes at the end and a file: scheme.
    static func normal(_ path: String) -> String {
        var path = path.hasPrefix("file://") ? String(path.dropFirst(7)) : path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path.isEmpty ? "." : path
    }

    /// A path that is relative to a folder, without `.` in it.
    static func joined(_ folder: String, _ path: String) -> String {
        let path = normal(path)
        if path.hasPrefix("/") { return path }
        let parts = path.split(separator: "/").filter { $0 != "." }
        if parts.isEmpty { return folder }
        let tail = parts.joined(separator: "/")
        if folder == "." { return tail }
        return folder.hasSuffix("/") ? folder + tail : "\(folder)/\(tail)"
    }

    /// The folder above.
    static func above(_ folder: String) -> String {
        let last = folder.split(separator: "/").last
        if folder == "/" { return folder }
        if last == "." || last == ".." { return folder == "." ? ".." : "\(folder)/.." }
        guard let slash = folder.lastIndex(of: "/") else { return "." }
        return slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
}
