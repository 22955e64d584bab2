import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchemaTools
import EventStreams
import EventSupport

extension Schemas {
    /// Makes versions from the files that people edit.
    struct Materialize: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the versions that the files current.yaml give.",
            discussion: """
                For each TITLE/current.yaml, the version that its $id names is written: every $ref resolved, the parts \
                of every allOf merged, limits of numbers added, and an example if the settings ask for one. The \
                settings are those of jsonschema-tools, in .jsonschema-tools.yaml; the files are the same byte for \
                byte. A version that is there with other content stays as it is, and is an error.

                Without DIR, the roots of the project are taken, each with the others as folders in which $refs are \
                searched; so are they for a root that DIR names. A root in another repository of git, such as a \
                submodule, is only read unless DIR names it.

                With --check nothing is written, and what would be is reported.

                EXAMPLES
                  eventctl schemas materialize
                  eventctl schemas materialize --check --format github Schemas
                  eventctl schemas materialize --base ../primary/jsonschema schemas-event-secondary

                Exit status: 0 written, or nothing to write; 1 errors in the files, with --check also versions that \
                are missing or differ; 64 wrong usage; 70 could not run.
                """)

        @Flag(help: "Write nothing; report versions and links that are missing or differ.")
        var check = false

        @Flag(help: "Rewrite versions whose files have other content. Whoever uses them gets another schema.")
        var force = false

        @Option(
            help: ArgumentHelp(
                "The form of the report: text, json, sarif (2.1.0), github (workflow commands) or junit (XML).",
                valueName: "FORM"))
        var format: CheckFormat = .text

        @OptionGroup var options: SchemaTreeOptions

        @Argument(
            help: ArgumentHelp(
                "The repository of schemas, or its root. The default is the current directory if it is one, else the "
                    + "roots of the project.", valueName: "DIR"))
        var directory: String?

        @Option(help: ArgumentHelp("The same as DIR, as for the other commands on schemas.", valueName: "DIR"))
        var schemas: String?

        func validate() throws {
            guard directory == nil || schemas == nil else {
                throw ValidationError("--schemas and DIR are the same; give one of them.")
            }
            guard !check || !force else { throw ValidationError("--check writes nothing; leave out --force.") }
        }

        func run() throws {
            let named = schemas ?? directory
            let trees = try SchemaTreeOptions.writtenTrees(in: named)
            defer { if named == nil { noteUnwritten() } }
            let (paths, findings, materialization) = try versions(of: trees)
            let report = CheckReport(
                findings, fileCount: materialization.fileCount, sources: trees.trees[0].sources)
            try Output.report(endingWithFindingsIf: report.hasFailed(isStrict: false)) {
                if check { try printDifferences(of: materialization) }
                for path in paths { try printStatus("wrote \(path)") }
                if check || !findings.isEmpty || format != .text {
                    try format.write(report, asOf: .today, isStrict: false)
                } else if paths.isEmpty {
                    try printStatus("nothing changed: \(materialization.summary)")
                }
            }
        }

        /// Makes the versions, and writes them unless this is a check.
        private func versions(
            of trees: SchemaTrees
        ) throws -> (paths: [String], findings: [CatalogFinding], made: Materialization) {
            guard check else { return try trees.writeVersions(bases: options.base, isForced: force) }
            let made = trees.materialization(bases: options.base)
            return ([], made.findings, made)
        }

        /// Says which repositories are left as they are although they lack versions.
        private func noteUnwritten() {
            let incomplete: [SchemaTree]
            do { incomplete = try SchemaTreeOptions.readTrees().incomplete } catch {
                return  // what is only read has its findings in a check
            }
            for tree in incomplete {
                Output.errorLine(
                    "\(tree.repository) lacks versions too. It is in another repository of git, and is written only "
                        + "if you name it: eventctl schemas materialize \(tree.repository)")
            }
        }

        /// Prints the beginning of each difference as a diff beside the text form.
        private func printDifferences(of materialization: Materialization) throws {
            for change in materialization.differences {
                let lines = StyledLine.diff(change)
                for line in lines.prefix(Self.maximumDiffLines) where format == .text {
                    try Output.line(line, isColoured: Output.hasColours)
                }
                let rest = lines.count - Self.maximumDiffLines
                let end = rest > 0 ? "(\(rest.counted("more line")))\n" : ""
                if format == .text { try Output.line(end) }
            }
        }

        /// The maximum number of lines of a diff.
        private static let maximumDiffLines = 30

        /// Prints a line on standard output, or on standard error where standard output has a report of another form.
        private func printStatus(_ text: String) throws {
            if format == .text { try Output.line(text) } else { Output.errorLine(text) }
        }
    }
}
