import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema

/// Writes the JSON Schema of the YAML files that authors write.
struct SchemaFor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the JSON Schema of a file of streams, for completion and hover in editors.",
        discussion: """
            Editors with a YAML language server use the schema that the first line of a file names:

              # yaml-language-server: $schema=../streams.schema.json

            EXAMPLE
              eventctl schema-for streams -o streams.schema.json
              eventctl schema-for defaults -o defaults.schema.json

            Exit status: 0 written; 64 wrong usage; 70 could not run.
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case streams
        case defaults

        var schema: JSONValue {
            switch self {
            case .streams: EditorSchema.streams
            case .defaults: EditorSchema.defaults
            }
        }
    }

    @Argument(help: "streams, or defaults for defaults.yaml.")
    var kind: Kind

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write. The default is standard output.", valueName: "FILE"),
        transform: OutputFile.init)
    var output: OutputFile?

    func run() throws { try (output ?? .standardOutput).write(IndentedJSON.text(of: kind.schema).utf8) }
}
