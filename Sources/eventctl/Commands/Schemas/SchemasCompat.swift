import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchemaTools
import EventStreams
import EventSupport

extension Schemas {
    /// Checks the versions of schemas against each other.
    struct Compat: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says which versions of schemas refuse events that earlier ones accept, and shows such events.",
            discussion: """
                Each version is compared with the one before it in its major, and the file that people edit with the \
                newest version. With RANGE, only what is new is compared, and what was published must be the same \
                bytes now. A commit such as origin/main is compared with the working tree, from the newest commit that \
                it has in common with HEAD; A...B compares two commits in this way, and A..B as they are.

                A property that comes back within a major is compared with the last version that had it.

                A breaking change is shown by the smallest event that is found: the old version accepts it, and the \
                new one refuses it. What is called compatible is tried with --events events; they have only \
                properties that the old version names. --rules prints what each kind of change means.

                A break stays on purpose with a comment above its item in the file that people edit, # eventctl-allow \
                incompatible-change until 2027-01-31: reason, or with skipSchemaTestCases: \
                schema-version-compatibility in .jsonschema-tools.yaml.

                EXAMPLES
                  eventctl schemas compat
                  eventctl schemas compat origin/main --format github
                  eventctl schemas compat v1.0..v2.0
                  eventctl schemas compat --write-baseline compat.json
                  eventctl schemas compat --as upstream --schemas schemas-event-secondary

                Exit status: 0 no errors; 1 errors, with --strict also warnings; 64 wrong usage; 70 could not run.
                """)

        @Argument(
            help: ArgumentHelp("A commit of git with what is published, or two: A...B or A..B.", valueName: "RANGE"))
        var range: String?

        @Option(
            help: ArgumentHelp(
                "The repository of schemas, or its root. May be repeated. The default is the current directory if it "
                    + "is one, else the roots of the project.", valueName: "DIR"))
        var schemas: [String] = []

        @OptionGroup var references: SchemaTreeOptions

        @Option(
            name: .customLong("as"),
            help: ArgumentHelp(
                "Whose rules decide: events (those of --rules) or upstream (the walk of jsonschema-tools).",
                valueName: "POLICY"))
        var policy: CompatibilityCheck.Policy = .events

        @Flag(help: "Also report the versions that skipSchemaTestCases exempts.")
        var ignoreSkips = false

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("How many events are tried for each change: 1 to 100000.", valueName: "N"))
        var events = CompatibilityTrial.defaultLimit

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Where the random numbers of the events begin.", valueName: "N"))
        var seed: UInt64 = 0

        @OptionGroup var report: ReportOptions

        @OptionGroup var baselines: BaselineOptions

        @Flag(help: "Print what each kind of change means, and check nothing.")
        var rules = false

        func validate() throws {
            guard (1...100_000).contains(events) else {
                throw ValidationError("--events '\(events)' must be 1 to 100000.")
            }
            guard !rules || [.text, .json].contains(report.format) else {
                throw ValidationError("--rules has --format text or json.")
            }
            guard !rules || (range == nil && schemas.isEmpty) else {
                throw ValidationError("--rules checks nothing; leave out RANGE and --schemas.")
            }
            guard baselines.writeBaseline == nil || baselines.baseline == nil else {
                throw ValidationError("--write-baseline writes every finding; leave out --baseline.")
            }
        }

        func run() throws {
            if rules { return try printRules() }
            try baselines.writeBaseline?.requireReplaceableByBaseline()
            let known = try baselines.knownFindings()
            let date = report.date
            let check = try check(asOf: date)
            // Notes go to standard error, and the exit status is that of the report.
            defer { Output.errorLine(check.summary) }
            var found = CheckReport(check)
            if let file = baselines.writeBaseline { return try baselines.write(found, to: file) }
            if let known { found.exclude(known) }
            try report.write(found, asOf: date)
        }

        private func check(asOf date: UTCInstant) throws -> CompatibilityCheck {
            let trees = try SchemaTreeOptions.trees(in: schemas)
            var options = CompatibilityCheck.Options()
            (options.policy, options.honoursSkips) = (policy, !ignoreSkips)
            (options.events, options.seed, options.bases) = (events, seed, references.base)
            return try CompatibilityCheck(trees, range.map { RevisionRange($0) }, options: options, asOf: date)
        }

        private func printRules() throws {
            if report.format == .json { return try Output.line(SchemaChangePolicy.json) }
            for line in SchemaChangePolicy.lines + ["", SchemaChangePolicy.remark] { try Output.line(line) }
        }
    }
}

extension CompatibilityCheck.Policy: ExpressibleByArgument {}
