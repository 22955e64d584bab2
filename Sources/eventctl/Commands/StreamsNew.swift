import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchemaTools
import EventSupport

extension Streams {
    /// Begins a stream.
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints a stream to begin with, explained by its comments.",
            discussion: """
                With --output the stream is added to a file, and standard output has the file's name.

                EXAMPLE
                  eventctl streams new app.bookmarks --owner "reading team" --schemas Schemas -o Streams/reading.yaml

                Exit status: 0 written; 64 wrong usage, such as a name that cannot be used or that a stream has; 70 \
                could not run.
                """)

        /// Where the stream is written.
        struct Target {
            /// The file to add it to; `nil` for `-`, standard output.
            let file: StreamFile?

            init(_ path: String) throws { file = path == "-" ? nil : try StreamFile(path) }
        }

        @Argument(help: "The stream's name.")
        var name: String

        @Option(help: ArgumentHelp("The title of the events' schema.", valueName: "TITLE"), transform: New.title)
        var schema = "analytics/product_metrics/app/base"

        @Option(help: ArgumentHelp("The team or person that owns the stream.", valueName: "NAME"))
        var owner: String?

        @OptionGroup var folder: StreamFolderOption

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "The schema repositories; the stream lists attributes that the schema has. The default is Schemas if "
                    + "that is there; base schemas are known without one.",
                valueName: "DIR"))
        var schemas: [String] = []

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp(
                "The file to add the stream to; the file and its folder are made where they are missing, and the "
                    + "folder above must be there. The default is standard output.", valueName: "FILE"),
            transform: Target.init)
        var output: Target?

        func run() throws {
            let text = try template().text
            guard let file = output?.file else { return try Output.lines(String(text.dropLast())) }
            do { try file.add(text, named: name) } catch let error as InvalidStreamName {
                throw ValidationError(error.description)
            }
            try Output.untilClosed { try Output.line("wrote \(name) to \(file.path)") }
            Output.errorLine(
                "Next: follow its comments, and check it with “eventctl check\(places)”; “eventctl explain \(name)"
                    + "\(places)” shows one of its events.")
        }

        /// The options that name the same folders, beginning with a space.
        private var places: String {
            let isDefault = folder.streams == StreamFolderOption.defaultFolder
            return (isDefault ? "" : " --streams \(folder.streams)")
                + (schemas.isEmpty ? "" : " --schemas \(schemas.joined(separator: " "))")
        }

        private static func title(_ text: String) throws -> String {
            if let error = InvalidSchemaTitle(text) { throw error }
            return text
        }

        /// The folder of streams; `nil` when the user has named none and there is none yet.
        private func presentFolder() throws -> String? {
            if FileKind(at: folder.streams) == .directory { return folder.streams }
            guard folder.streams == StreamFolderOption.defaultFolder, FileKind(at: folder.streams) == .missing else {
                throw ValidationError("--streams '\(folder.streams)' is not a folder.")
            }
            return nil
        }

        private func template() throws -> StreamTemplate {
            let folder = try presentFolder()
            let project = try Project.faultless(of: folder)
            let roots = schemas.isEmpty ? CatalogOptions.presentSchemas : schemas
            let repository = try SchemaRepository(forToolsIn: roots)
            guard repository.titles.contains(schema) else {
                let suggestion = repository.suggestions(for: "/\(schema)/1.0.0").first.map { " There is \($0)." } ?? ""
                let remedy = roots.isEmpty ? " Give the repository that has it with --schemas." : ""
                throw ValidationError("No schema has the title '\(schema)'.\(suggestion)\(remedy)")
            }
            do {
                return try StreamTemplate(
                    name: name, schemaTitle: schema, owner: owner, folder: folder, schemas: repository,
                    project: project, file: output?.file?.path)
            } catch let error as InvalidStreamName {
                throw ValidationError(error.description)
            }
        }
    }
}
