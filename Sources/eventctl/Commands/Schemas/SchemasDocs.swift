import ArgumentParser
import EventCatalog
import EventSchemaTools
import EventSupport

extension Schemas {
    /// Writes a static site of schemas.
    struct Docs: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a site that shows schemas: fields, limits, examples, versions, and their streams.",
            discussion: """
                Open index.html of the folder, or put the folder on any web server. The site has a search, refers to \
                nothing outside itself, and can be read without scripts. The same files give the same bytes.

                The folder is empty, has a site that this command has written, or is made in a folder that is there. \
                Only files of the site are replaced, and removed where they are no longer needed. A schema that \
                cannot be read is a line on standard error and a note on the site; the rest is written.

                EXAMPLE
                  eventctl schemas docs --schemas Schemas --streams Streams -o site

                Exit status: 0 written; 1 written without what cannot be read, which is on standard error; 64 wrong \
                usage; 70 could not run, such as for a folder that has other files.
                """)

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Schema repositories, of which the first that has a version counts. The default is Schemas.",
                valueName: "DIR"))
        var schemas: [String] = []

        @Option(
            help: ArgumentHelp(
                "The folder of the streams that use the schemas. The default is Streams, if that is there and "
                    + "--schemas is not given.",
                valueName: "DIR"))
        var streams: String?

        @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "DIR"))
        var output: String

        func validate() throws {
            guard !output.isEmpty, output != "-" else {
                throw ValidationError("A site has many files; give the folder to write with -o.")
            }
        }

        func run() throws {
            let folders = try resolvedFolders()
            try folders.requireReadable()
            let folder = try SiteFolder(output)
            let site = try SchemaSite(schemaRoots: folders.schemaRoots, streams: folders.streams)
            try folder.write(site.files)
            for finding in site.findings { Output.errorLine("\(finding)") }
            Output.errorLine("wrote \(output): \(site.summary)")
            if site.findings.contains(where: { $0.severity == .error }) { throw ExitCode.findings }
        }

        /// The folders of the options, or those of the project.
        private func resolvedFolders() throws -> CatalogFolders {
            var folders = CatalogFolders(streams: streams, schemaRoots: schemas)
            guard schemas.isEmpty else { return folders }
            let project = CatalogFolders.inCurrentDirectory
            guard !project.schemaRoots.isEmpty else {
                try Project.faultless()  // which may name other folders
                throw ValidationError("There is no folder Schemas here; name schema repositories with --schemas.")
            }
            folders.schemaRoots = project.schemaRoots
            folders.streams = folders.streams ?? project.streams
            return folders
        }
    }
}
