import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchemaTools

extension Schemas {
    /// Raises the version of a schema.
    struct Bump: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Raises the version in current.yaml, after a change of it.",
            discussion: """
                Only the $id changes, and copies of it such as the $schema of an example: comments and layout stay. \
                Raise patch for texts alone, minor for new optional fields, and major where events that were accepted \
                no longer are.

                EXAMPLE
                  eventctl schemas bump analytics/product_metrics/app/bookmark minor

                Exit status: 0 written; 1 there is no schema of that title to edit; 64 wrong usage, such as a version \
                that is not materialized yet, or a current.yaml without a change; 70 could not run.
                """)

        @Argument(help: "The title: the path of the schema, without its version.")
        var title: String

        @Argument(help: ArgumentHelp("What is raised: major, minor or patch.", valueName: "PART"))
        var part: VersionLevel = .minor

        @Option(help: ArgumentHelp("The repository of schemas, or its root.", valueName: "DIR"))
        var schemas: String?

        @OptionGroup var options: SchemaTreeOptions

        func run() throws {
            let trees = try SchemaTreeOptions.writtenTrees(in: schemas)
            for tree in trees.trees { try tree.requireReadable(title) }
            let index = trees.index(ofEdited: title)
            if index == nil, schemas == nil { try requireOwn() }
            do {
                let bump = try VersionBump(
                    title, part, in: trees.trees[index ?? 0], bases: options.base + trees.bases(of: index ?? 0))
                try bump.write()
                try Output.line("\(bump.file): \(bump.before) is now \(bump.after)")
                if let due = bump.due {
                    Output.errorLine("\(bump.after) is too low, as \(due.change): \(due.version) is due.")
                }
                Output.errorLine("Next: write the version with “eventctl schemas materialize”, and commit both.")
            } catch let error as InvalidBump where error.isUnknownTitle {
                Output.errorLine("eventctl: \(error)")
                throw ExitCode.findings
            } catch let error as InvalidBump {
                throw ValidationError(error.description)
            }
        }

        /// - Throws: `ValidationError` if a repository that is not written into unless it is named has the title.
        private func requireOwn() throws {
            let others = try SchemaTreeOptions.readTrees()
            guard let index = others.index(ofEdited: title) else { return }
            let folder = others.trees[index].repository
            throw ValidationError(
                "\(folder) has “\(title)”. It is in another repository of git; name it with --schemas \(folder).")
        }
    }
}

extension VersionLevel: ExpressibleByArgument {}
