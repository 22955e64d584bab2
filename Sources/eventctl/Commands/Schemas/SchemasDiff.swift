import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventSchemaTools
import EventSupport

extension Schemas {
    /// Says what changed between versions of schemas.
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Describes what changed between versions of schemas, the most serious first.",
            usage: """
                eventctl schemas diff BASE [--schemas <DIR>] [--format <FORM>]
                eventctl schemas diff FILE FILE [--format <FORM>]
                eventctl schemas diff TITLE VERSION VERSION [--schemas <DIR>] [--format <FORM>]
                """,
            discussion: """
                BASE is a commit of git, such as origin/main, or a folder: what is edited there is compared with what \
                is edited now. Two files are compared as they are, with their references to their own parts resolved. \
                A VERSION is a number such as 1.0.0, or “current” for the file that people edit, with its references \
                resolved.

                Each change has its verdict: compatible, look at it, breaks readers only, or breaking. `eventctl \
                schemas compat --rules` explains them. markdown is a comment for a pull request.

                EXAMPLES
                  eventctl schemas diff origin/main --format markdown
                  eventctl schemas diff analytics/session_tick 1.0.0 current
                  eventctl schemas diff old.yaml new.yaml

                Exit status: 0 compared, whether there are changes or not; 1 there is no such title or version; 64 \
                wrong usage; 70 could not run, such as for a file that cannot be read.
                """)

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text
            case json
            case markdown
        }

        @Argument(
            help: ArgumentHelp("A commit or folder; two files; or a title and two versions.", valueName: "WHAT"))
        var places: [String]

        @Option(
            help: ArgumentHelp(
                "The repository of schemas, or its root. May be repeated. The default is the current directory if it "
                    + "is one, else the roots of the project.", valueName: "DIR"))
        var schemas: [String] = []

        @OptionGroup var references: SchemaTreeOptions

        @Option(help: "text, json or markdown.") var format: Format = .text

        func validate() throws {
            guard (1...3).contains(places.count) else {
                throw ValidationError("Give a commit or folder, two files, or a title and two versions.")
            }
            guard places.count != 2 || schemas.isEmpty else {
                throw ValidationError("Two files are compared without a repository; leave out --schemas.")
            }
        }

        func run() throws {
            let differences = try differences()
            switch format {
            case .text: for line in differences.lines { try Output.line(line) }
            case .json: try Output.line(differences.json)
            case .markdown: try Output.lines(String(differences.markdown.dropLast()))
            }
        }

        private func differences() throws -> SchemaDifferences {
            switch places.count {
            case 1: try differences(since: places[0])
            case 2:
                SchemaDifferences([
                    SchemaDifference(
                        places[0] == places[1] ? places[0] : "\(places[0]), \(places[1])",
                        old: ("before", try SchemaFileContent(file: places[0]).schema),
                        new: ("after", try SchemaFileContent(file: places[1]).schema))
                ])
            default: try differences(of: places[0], places[1], places[2])
            }
        }

        private func differences(since base: String) throws -> SchemaDifferences {
            let trees = try SchemaTreeOptions.trees(in: schemas)
            return try trees.withStates(of: RevisionRange(base)) { states, start in
                guard states.contains(where: { $0.before != nil }) else {
                    let folders = trees.trees.map(\.repository).joined(separator: ", ")
                    throw CommandError("\(start) has no folder \(folders); name a commit that has it")
                }
                return SchemaDifferences(
                    try states.flatMap { state in
                        let bases = references.base + state.bases
                        return try SchemaDifferences(from: state.before, to: state.after, bases: bases).differences
                    })
            }
        }

        private func differences(of title: String, _ old: String, _ new: String) throws -> SchemaDifferences {
            let trees = try SchemaTreeOptions.trees(in: schemas)
            let index = trees.trees.firstIndex { $0[title] != nil } ?? 0
            let tree = trees.trees[index]
            let versions = SchemaVersions(tree, bases: references.base + trees.bases(of: index))
            func schema(_ name: String) throws -> (String, JSONValue) {
                if let schema = try versions.schema(of: title, name) { return (name, schema) }
                try tree.requireReadable(title)
                let names = versions.names(of: title).joined(separator: ", ")
                let suggestion = versions.titles.nearest(to: title).map { " Did you mean '\($0)'?" } ?? ""
                Output.errorLine(
                    names.isEmpty
                        ? "eventctl: there is no schema '\(title)' in \(tree.repository).\(suggestion)"
                        : "eventctl: the schema '\(title)' has no version \(name). It has \(names).")
                throw ExitCode.findings
            }
            return SchemaDifferences([SchemaDifference(title, old: try schema(old), new: try schema(new))])
        }
    }
}
