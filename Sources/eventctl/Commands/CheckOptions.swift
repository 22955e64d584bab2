import ArgumentParser
import EventCatalog
import EventStreams
import EventSupport

/// What `check` and `schemas check` have in common: the options, and what they do with them.
struct CheckOptions: ParsableArguments {
    @OptionGroup var report: ReportOptions

    @Option(
        help: ArgumentHelp(
            "Leave out the findings in this file, which --write-baseline has written, and note those that are gone.",
            valueName: "FILE"))
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write all findings to this file, and report none of them.", valueName: "FILE"),
        transform: OutputFile.init)
    var writeBaseline: OutputFile?

    @Option(
        help: ArgumentHelp(
            "Leave out the findings that the folders and files had in this commit, such as origin/main. Needs git.",
            valueName: "REF"))
    var changedSince: String?

    @Flag(help: "Fix what has one safe remedy, print the difference, and report what is left.")
    var fix = false

    @Flag(help: "List the rules, or explain the one whose id follows.")
    var rules = false

    /// Checks the options against each other and against the folders.
    func validate(_ given: CatalogFolders) throws {
        let files = [given.clientConfiguration, baseline, changedSince].compactMap { $0 }
        for path in given.all + files where path.isEmpty {
            throw ValidationError("An option has an empty value; give a path or a commit.")
        }
        if writeBaseline != nil, baseline != nil || changedSince != nil || fix {
            throw ValidationError(
                "--write-baseline writes every finding; leave out --baseline, --changed-since and --fix.")
        }
    }

    /// Checks the folders and reports.
    func check(_ resolveFolders: () throws -> CatalogFolders) throws {
        try writeBaseline?.requireReplaceableByBaseline()
        let folders = try resolveFolders()
        let asOf = report.date
        let phases = PhaseReporter()
        defer { phases.end() }
        let check = try ProjectCheck(
            folders, asOf: asOf, leavingOut: knownFindings(), changedSince: changedSince
        ) { phases.begin($0) }
        if let writeBaseline { return try write(check.report(), to: writeBaseline) }
        let (changes, report) = fix ? try check.fix() : ([], check.report())
        phases.end()
        try Output.untilClosed { try self.report.format.write(changes) }
        try self.report.write(report, asOf: asOf)
    }

    private func knownFindings() throws -> Baseline? {
        try baseline.map { path in
            let file = InputFile(path)
            return try Baseline(bytes: file.bytes(wanted: "what --write-baseline has written"), file: file.name)
        }
    }

    private func write(_ report: CheckReport, to file: OutputFile) throws {
        try file.write(Baseline(report.findings).text.utf8)
        Output.errorLine("wrote \(file.name): \(report.summary)")
    }
}
