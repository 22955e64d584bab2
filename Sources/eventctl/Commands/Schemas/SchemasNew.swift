import ArgumentParser
import EventCatalog
import EventSchemaTools
import EventSupport

extension Schemas {
    /// Begins a schema.
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Begins a schema: writes its current.yaml and its version 1.0.0.",
            discussion: """
                Where the repository has fields that events like these share, current.yaml refers to them: to the \
                newest version of a title base or common in the same folder or one around it, or of \
                fragment/…/common. Where those lack $schema, meta and dt, which every event has, current.yaml has them.

                Where there is no repository yet, the folder Schemas is made, or that of --schemas or of Project.yaml, \
                with its settings, .jsonschema-tools.yaml.

                EXAMPLE
                  eventctl schemas new analytics/product_metrics/app/bookmark --description "A page is bookmarked."

                Exit status: 0 written; 1 current.yaml is written, and no version can be made from it; 64 wrong \
                usage, such as a title that is there already; 70 could not run.
                """)

        @Argument(help: "The title: the path of the schema, without its version.")
        var title: String

        @Option(help: ArgumentHelp("What has happened when such an event is sent.", valueName: "TEXT"))
        var description: String?

        @Option(help: ArgumentHelp("The repository of schemas, or its root.", valueName: "DIR"))
        var schemas: String?

        @OptionGroup var options: SchemaTreeOptions

        func run() throws {
            if let error = InvalidNewSchema(title, in: nil) { throw ValidationError(error.description) }
            let directory = try schemas ?? SchemaTreeOptions.directoryForNew()
            try makeRepository(ifMissingAt: directory)
            let tree = try SchemaTree(directory: directory)
            let template: SchemaTemplate
            do { template = try SchemaTemplate(title: title, description: description, in: tree) } catch {
                throw ValidationError(error.description)
            }
            let begun = try template.write()
            try Output.untilClosed { try Output.line("wrote \(begun)") }
            let grown = try SchemaTree(directory: tree.repository)
            let written = try Materialization(grown, bases: options.base, title: title).write()
            defer { for finding in written.findings { Output.errorLine("\(finding)") } }
            try Output.report(endingWithFindingsIf: !written.findings.isEmpty) {
                for path in written.paths { try Output.line("wrote \(path)") }
            }
            Output.errorLine(
                "Next: add the fields to current.yaml, raise its version with “eventctl schemas bump \(title)”, and "
                    + "write it with “eventctl schemas materialize”; while nothing uses 1.0.0 yet, “eventctl schemas "
                    + "materialize --force” writes it anew.")
        }

        private func makeRepository(ifMissingAt directory: String) throws {
            guard FileKind(at: directory) == .missing else { return }
            let settings = try SchemaRepositoryTemplate.make(at: directory)
            try Output.untilClosed { try Output.line("wrote \(settings), since there was no repository of schemas") }
        }
    }
}
