import ArgumentParser
import EventCatalog
import EventStreams
import EventSupport
import Foundation

/// Checks streams, schemas and experiments.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks streams, schemas and experiments, and reports every mistake with its place and its remedy.",
        discussion: """
            Without folders, ./Streams, ./Schemas and ./Experiments are checked where they exist. Nothing is fetched \
            from a network.

            Standard output has the report. A finding stays in a file on purpose with a comment above its item: \
            # eventctl-allow RULE-ID until 2027-01-31: reason

            EXAMPLES
              eventctl check
              eventctl check --strict --format github --changed-since origin/main
              eventctl check --streams Streams --schemas Schemas vendor/schemas
              eventctl check --rules unknown-setting

            Exit status: 0 no errors; 1 errors, with --strict also warnings; 64 wrong usage, or nothing to check; 70 \
            could not run.
            """)

    @OptionGroup var folders: CheckFolders

    @Option(
        help: ArgumentHelp(
            "The date by which streams, experiments and waivers may have ended. The default is today, in UTC.",
            valueName: "date"))
    var asOf: AsOf?

    @Flag(help: "Let warnings fail the check too. Notes never do.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "The form of the report: text, json, sarif (2.1.0), github (workflow commands) or junit (XML).",
            valueName: "form"))
    var format: CheckFormat = .text

    @Option(
        help: ArgumentHelp(
            "Leave out the findings in this file, which --write-baseline has written, and note those that are gone.",
            valueName: "file"))
    var baseline: String?

    @Option(help: ArgumentHelp("Write all findings to this file, and report none of them.", valueName: "file"))
    var writeBaseline: String?

    @Option(
        help: ArgumentHelp(
            "Leave out the findings that the folders had in this commit, such as origin/main. Needs git.",
            valueName: "ref"))
    var changedSince: String?

    @Flag(help: "Mend what has one safe remedy, print the difference, and report what is left.")
    var fix = false

    @Flag(help: "List the rules, or explain the one whose id follows.")
    var rules = false

    @Argument(help: ArgumentHelp("With --rules: the id of a rule.", valueName: "rule"))
    var rule: String?

    func validate() throws {
        if rules { return try validateRules() }
        if let rule {
            throw ValidationError("'\(rule)' follows no option; give folders with --streams, --schemas, --experiments.")
        }
        for path in folders.given.all + [baseline, writeBaseline, changedSince].compactMap({ $0 }) where path.isEmpty {
            throw ValidationError("An option has an empty value; give a path or a commit.")
        }
        if writeBaseline != nil, baseline != nil || changedSince != nil || fix {
            throw ValidationError(
                "--write-baseline writes every finding; leave out --baseline, --changed-since and --fix.")
        }
    }

    func run() throws {
        if rules { return try printRules() }
        let folders = try folders.chosen()
        let asOf = asOf?.instant ?? .today
        let notes = PhaseNotes()
        defer { notes.end() }
        let check = try ProjectCheck(folders, asOf: asOf, baseline: baseline, changedSince: changedSince) {
            notes.begin($0)
        }
        if let writeBaseline { return try write(check.report(), to: writeBaseline) }
        let (changes, report) = fix ? try check.fix() : ([], check.report())
        notes.end()
        try format.write(changes)
        try format.write(report, asOf: asOf, isStrict: strict)
        if report.hasFailed(isStrict: strict) { throw ExitCode.findings }
    }

    private func write(_ report: CheckReport, to file: String) throws {
        try Baseline(report.findings).write(to: file)
        Output.note("wrote \(file): \(report.summary)")
    }
}

/// The folders that `check` reads.
struct CheckFolders: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of streams.", valueName: "dir"))
    var streams: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Roots of schema repositories, searched in order. May be repeated.", valueName: "dir"))
    var schemas: [String] = []

    @Option(help: ArgumentHelp("The folder of experiments and instruments.", valueName: "dir"))
    var experiments: String?

    /// The folders of the options.
    var given: CatalogFolders { CatalogFolders(streams: streams, schemaRoots: schemas, experiments: experiments) }

    /// The folders of the options, or those of the project.
    ///
    /// - Throws: `ValidationError` when there is nothing to check.
    func chosen() throws -> CatalogFolders {
        let folders = given.all.isEmpty ? CatalogFolders.ofProject : given
        guard !folders.all.isEmpty else {
            throw ValidationError(
                "There is nothing to check: the current directory has no folder Streams, Schemas or Experiments. "
                    + "Change to the folder of the project, or give folders with --streams, --schemas, --experiments.")
        }
        return folders
    }
}

extension UTCInstant {
    /// The first instant of the current day.
    fileprivate static var today: UTCInstant {
        let now = Int64(Date().timeIntervalSince1970)
        return UTCInstant(seconds: now - now % 86_400)
    }
}
