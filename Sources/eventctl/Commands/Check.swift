import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventStreams
import EventSupport

/// Checks a project, or repositories of schemas.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks streams, schemas and experiments, and reports every mistake with its place and its remedy.",
        discussion: """
            A PATH is the folder of a project, one of its folders, or a repository of schemas; several repositories \
            are searched in order. Without PATHs and folders, it is the current directory. Of a project, Streams, \
            Schemas, Experiments and client-config.json are checked where they exist, with Project.yaml and \
            Filters.yaml beside them. Nothing is fetched from a network.

            Standard output has the report. A finding stays in a file on purpose with a comment above its item: \
            # eventctl-allow RULE-ID until 2027-01-31: reason

            EXAMPLES
              eventctl check
              eventctl check --strict --against origin/main --format github
              eventctl check schemas-event-secondary schemas-event-primary
              eventctl check --streams Streams --schemas Schemas vendor/schemas
              eventctl check --code Sources

            Exit status: 0 no errors; 1 errors, with --strict also warnings; 64 wrong usage, or nothing to check; 70 \
            could not run.
            """)

    @OptionGroup var folders: CheckFolders

    @Option(
        help: ArgumentHelp(
            "Report only what a change has brought, and compare the versions of schemas and the running experiments "
                + "with those before it. REF is a commit such as origin/main, which stands for the newest one in "
                + "common with HEAD, or a folder with a copy of the project. Needs git, except for a folder.",
            valueName: "REF"))
    var against: String?

    @OptionGroup var report: ReportOptions

    @OptionGroup var baselines: BaselineOptions

    @Flag(help: "Fix what has one safe remedy, print the difference, and report what is left.")
    var fix = false

    @Option(
        help: ArgumentHelp(
            "Warn of streams that expire within this number of days from the date of --as-of. The default is "
                + "expiry_notice_days of Project.yaml, otherwise never.", valueName: "DAYS"))
    var expiryNoticeDays: Int?

    func validate() throws {
        if let expiryNoticeDays, !Project.noticeDays.contains(expiryNoticeDays) {
            throw ValidationError("--expiry-notice-days takes a number from 1 to 366.")
        }
        try folders.validate()
        for path in [baselines.baseline, against] where path == "" {
            throw ValidationError("An option has an empty value; give a path or a commit.")
        }
        if baselines.writeBaseline != nil, baselines.baseline != nil || against != nil || fix {
            throw ValidationError(
                "--write-baseline writes every finding; leave out --baseline, --against and --fix.")
        }
    }

    func run() throws {
        try baselines.writeBaseline?.requireReplaceableByBaseline()
        let folders = try folders.resolved()
        let asOf = report.date
        let phases = PhaseReporter()
        defer { phases.end() }
        let check = try ProjectCheck(
            folders, asOf: asOf, expiryNoticeDays: expiryNoticeDays, leavingOut: baselines.knownFindings(),
            against: against
        ) { phases.begin($0) }
        if let file = baselines.writeBaseline { return try baselines.write(check.report(), to: file) }
        let (changes, report) = fix ? try check.fix() : ([], check.report())
        phases.end()
        try Output.untilClosed { try self.report.format.write(changes) }
        try self.report.write(report, asOf: asOf)
    }
}
