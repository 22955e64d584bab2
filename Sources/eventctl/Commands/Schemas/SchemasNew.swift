import ArgumentParser
import EventCatalog
import EventCatalogChecks
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
            if schemas == nil { try Project.faultless() }
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
            let bases = try options.base + SchemaTrees(directories: [directory]).bases(of: 0)
            let written = try Materialization(grown, bases: bases, title: title).write()
            defer { for finding in written.findings { Output.errorLine("\(finding)") } }
            try Output.report(endingWithFindingsIf: !written.findings.isEmpty) {
                for path in written.paths { try Output.line("wrote \(path)") }
            }
            for line in nextSteps(for: begun, isFragment: template.isFragment) { Output.errorLine(line) }
        }

        /// What comes after this command, in order.
        private func nextSteps(for file: String, isFragment: Bool) -> [String] {
            let tree = schemas.map { " --schemas \($0)" } ?? ""
            let streams = StreamFolderOption.defaultFolder
            let once = "Once 1.0.0 is published, each change begins with “eventctl schemas bump\(tree) \(title)”."
            if isFragment {
                return [
                    "Next:",
                    "  1. Add the fields to \(file). It has no example: a fragment is part of the schemas of events.",
                    "  2. eventctl schemas materialize --force\(tree)   # rewrites 1.0.0 while nothing uses it",
                    "  3. Include it in a schema: “allOf: [{$ref: /\(title)/1.0.0}]”.",
                    "  4. eventctl check\(tree)", once,
                ]
            }
            return [
                "Next:",
                "  1. Add the fields to \(file), and a value of each to its example.",
                "  2. eventctl schemas materialize --force\(tree)   # rewrites 1.0.0 while nothing uses it",
                "  3. eventctl streams new NAME --schema \(title)\(tree) -o \(streams)/FILE.yaml",
                "  4. eventctl check\(tree)",
                once,
            ]
        }

        private func makeRepository(ifMissingAt directory: String) throws {
            guard FileKind(at: directory) == .missing else { return }
            let settings = try SchemaRepositoryTemplate.make(at: directory)
            try Output.untilClosed { try Output.line("wrote \(settings), since there was no repository of schemas") }
        }
    }
}
