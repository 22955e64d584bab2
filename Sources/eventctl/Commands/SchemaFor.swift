import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema

/// Writes the JSON Schema of the YAML files that authors write.
struct SchemaFor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the JSON Schema of a file of streams or a project, for completion and hover in editors.",
        discussion: """
            Editors with a YAML language server use the schema that the first line of a file names:

              # yaml-language-server: $schema=../streams.schema.json

            The attributes, destinations, links, prefixes and ignored settings are those of ./Project.yaml, where it \
            exists, beside the platform's.

            EXAMPLE
              eventctl schema-for streams -o streams.schema.json
              eventctl schema-for defaults -o defaults.schema.json
              eventctl schema-for project -o project.schema.json

            Exit status: 0 written; 64 wrong usage; 70 could not run.
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case streams
        case defaults
        case project

        func schema(_ project: Project) -> JSONValue {
            switch self {
            case .streams: EditorSchema.schema(ofStreams: project)
            case .defaults: EditorSchema.schema(ofDefaults: project)
            case .project: EditorSchema.project
            }
        }
    }

    @Argument(help: "streams, defaults for defaults.yaml, or project for Project.yaml.")
    var kind: Kind

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write. The default is standard output.", valueName: "FILE"),
        transform: OutputFile.init)
    var output: OutputFile?

    func run() throws {
        let schema = kind.schema(try Project.faultless())
        try (output ?? .standardOutput).write(IndentedJSON.text(of: schema).utf8)
    }
}
