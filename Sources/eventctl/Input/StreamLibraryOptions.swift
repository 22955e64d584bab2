import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSupport

/// The options of commands that read a folder of streams and the schemas of their events.
struct StreamLibraryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of streams. The default is Streams.", valueName: "DIR"))
    var streams: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The root of a schema repository. May be repeated; searched in order. The default is Schemas.",
            valueName: "DIR"))
    var schemas: [String] = []

    /// The root of schemas when the user has named no other.
    static let defaultSchemas = "Schemas"

    /// The folders of the options, or those of the project.
    var folders: CatalogFolders {
        let hasSchemas = FileKind(at: Self.defaultSchemas) == .directory
        return CatalogFolders(
            streams: streams ?? StreamFolderOption.defaultFolder,
            schemaRoots: schemas.isEmpty && hasSchemas ? [Self.defaultSchemas] : schemas)
    }

    /// The streams and the schemas. The files of streams that cannot be read are reported on standard error.
    func library() throws -> StreamLibrary {
        let folders = folders
        let library = try StreamLibrary(
            streams: folders.streams ?? StreamFolderOption.defaultFolder, schemaRoots: folders.schemaRoots)
        for finding in library.unreadable { Output.errorLine("\(finding)") }
        return library
    }
}
