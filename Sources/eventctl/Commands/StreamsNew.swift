import ArgumentParser
import EventCatalog
import EventSupport
import Foundation

extension Streams {
    /// Begins a stream.
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints a stream to begin with, explained by its comments.",
            discussion: """
                EXAMPLE
                  eventctl streams new app.bookmarks --owner "reading team" --schemas Schemas -o Streams/reading.yaml

                Exit status: 0 written; 64 wrong usage, such as a name that cannot be used or that a stream has; 70 \
                could not run.
                """)

        @Argument(help: "The stream's name.")
        var name: String

        @Option(help: ArgumentHelp("The title of the events' schema.", valueName: "TITLE"))
        var schema = "analytics/product_metrics/app/base"

        @Option(help: ArgumentHelp("Who answers for the stream.", valueName: "NAME"))
        var owner: String?

        @OptionGroup var folder: StreamFolderOption

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "The schema repositories; the stream asks for attributes that the schema has. Without this option, "
                    + "only base schemas are known.",
                valueName: "DIR"))
        var schemas: [String] = []

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("The file to add the stream to. The default is standard output.", valueName: "FILE"))
        var output: String?

        func run() throws {
            let text = try template().text
            guard let output else { return try Output.lines(String(text.dropLast())) }
            // What is there stays as it is: the file may have comments.
            let present = FileKind(at: output) == .missing ? nil : try String(contentsOfFile: output, encoding: .utf8)
            let separator = present.map { $0.isEmpty ? "" : $0.hasSuffix("\n") ? "\n" : "\n\n" } ?? ""
            try Data(((present ?? "") + separator + text).utf8).write(
                to: URL(fileURLWithPath: output), options: .atomic)
        }

        private func template() throws -> StreamTemplate {
            let repository = try SchemaRepository(roots: schemas, isStrict: false)
            if !schemas.isEmpty, !repository.titles.contains(schema) {
                let meant = repository.suggestions(for: "/\(schema)/1.0.0").first.map { " There is \($0)." } ?? ""
                throw ValidationError("No schema has the title '\(schema)'.\(meant)")
            }
            do {
                return try StreamTemplate(
                    name: name, schemaTitle: schema, owner: owner,
                    folder: FileKind(at: folder.streams) == .directory ? folder.streams : nil, schemas: repository)
            } catch let error as InvalidStreamName {
                throw ValidationError(error.description)
            }
        }
    }
}
