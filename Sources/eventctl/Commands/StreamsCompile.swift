import ArgumentParser
import EventCatalog
import EventCatalogChecks

extension Streams {
    /// Writes the API's response for a folder of streams.
    struct Compile: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the stream configuration API's response for the streams: {\"streams\": {…}}.",
            discussion: """
                The response is one line of JSON, which a server can serve as it is. Each stream has the settings of \
                defaults.yaml, then its own, then `stream` and `topics`; description, owner, expires, sensitivity and \
                links are left out, and empty maps are [], as the API has them. Slashes and characters beyond ASCII \
                are not escaped.

                EXAMPLE
                  eventctl streams compile --streams Streams --schemas Schemas -o streams.json

                Exit status: 0 written; 1 there are errors in the files, which are on standard error, and nothing is \
                written; 64 wrong usage; 70 could not run.
                """)

        @OptionGroup var folder: StreamFolderOption

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "The schema repositories that must have the streams' schema titles. Without this option, titles are "
                    + "not compared.",
                valueName: "DIR"))
        var schemas: [String] = []

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("The file to write. The default is standard output.", valueName: "FILE"),
            transform: OutputFile.init)
        var output: OutputFile?

        func run() throws {
            let folders = CatalogFolders(streams: folder.streams, schemaRoots: schemas)
            try output?.requireOther(than: folders.files())
            let catalog = try Streams.reportingFindings(in: folders) {
                let repository = schemas.isEmpty ? nil : try SchemaRepository(forToolsIn: schemas)
                return try StreamCatalog(checking: folder.streams, schemas: repository)
            }
            try (output ?? .standardOutput).write(CompiledStreams(catalog).text)
        }
    }
}
