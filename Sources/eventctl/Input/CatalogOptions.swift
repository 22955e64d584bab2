import ArgumentParser
import EventCatalog
import EventSupport

/// The options of commands that read a folder of streams and the schemas of their events.
struct CatalogOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of streams. The default is Streams.", valueName: "DIR"))
    var streams: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The root of a schema repository. May be repeated; searched in order. The default is Schemas.",
            valueName: "DIR"))
    var schemas: [String] = []

    /// The roots of schemas when the user has named no others: those of the project, or Schemas.
    static let defaultSchemas = Project.inCurrentDirectory.schemas

    /// Those of the default roots that are there.
    static var presentSchemas: [String] { defaultSchemas.filter { FileKind(at: $0) == .directory } }

    /// The folders of the options, or those of the project.
    var folders: CatalogFolders {
        CatalogFolders(
            streams: streams ?? StreamFolderOption.defaultFolder,
            schemaRoots: schemas.isEmpty ? Self.presentSchemas : schemas)
    }

    /// Reads the streams and the schemas. A file or a stream with a mistake is left out.
    ///
    /// - Returns: also the errors in the project's file and the files of streams that cannot be read, which were
    ///   reported on standard error. A command with any ends with exit status 1.
    func read() throws -> (streams: StreamFolder, schemas: SchemaRepository, errors: [CatalogFinding]) {
        let (folders, files) = (folders, SourceFiles())
        let streams = try StreamFolder(directory: folders.streams ?? StreamFolderOption.defaultFolder, in: files)
        let schemas = try SchemaRepository(forToolsIn: folders.schemaRoots, sources: files)
        let errors = (streams.project.findings + streams.unreadable).sortedWithoutDuplicates()
        for error in errors { Output.errorLine("\(error)") }
        return (streams, schemas, errors)
    }
}
