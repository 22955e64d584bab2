import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventStreams
import EventSupport

/// What `check` and `schemas check` have in common: the options, and what they do with them.
struct CheckOptions: ParsableArguments {
    @OptionGroup var report: ReportOptions

    @OptionGroup var baselines: BaselineOptions

    @Option(
        help: ArgumentHelp(
            "Report only what a change has brought, and compare the versions of schemas with those before it. REF is a "
                + "commit such as origin/main, which stands for the newest one in common with HEAD, or a folder with a "
                + "copy of the project. Needs git, except for a folder.",
            valueName: "REF"))
    var against: String?

    @Flag(help: "Fix what has one safe remedy, print the difference, and report what is left.")
    var fix = false

    @Flag(help: "List the rules, or explain the one whose id follows.")
    var rules = false

    /// Checks the options against each other and against the folders.
    func validate(_ given: CatalogFolders) throws {
        let files = [given.clientConfiguration, baselines.baseline, against].compactMap { $0 }
        for path in given.all + files where path.isEmpty {
            throw ValidationError("An option has an empty value; give a path or a commit.")
        }
        if baselines.writeBaseline != nil, baselines.baseline != nil || against != nil || fix {
            throw ValidationError(
                "--write-baseline writes every finding; leave out --baseline, --against and --fix.")
        }
    }

    /// Checks the folders and reports.
    func check(expiryNoticeDays: Int? = nil, _ resolveFolders: () throws -> CatalogFolders) throws {
        try baselines.writeBaseline?.requireReplaceableByBaseline()
        let folders = try resolveFolders()
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
