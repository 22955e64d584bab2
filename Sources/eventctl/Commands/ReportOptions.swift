import ArgumentParser
import EventCatalogChecks
import EventStreams

/// What commands with findings have in common: the date of the check, and the form of the report.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The date by which streams, experiments and waivers may have ended. The default is today, in UTC.",
            valueName: "DATE"),
        transform: AsOf.init)
    var asOf: AsOf?

    @Flag(help: "Let warnings fail the check too. Notes never do.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "The form of the report: text, json, sarif (2.1.0), github (workflow commands) or junit (XML).",
            valueName: "FORM"))
    var format: CheckFormat = .text

    /// The date of the check.
    var date: UTCInstant { asOf?.instant ?? .today }

    /// Writes a report.
    ///
    /// - Throws: `ExitCode` when the check has failed.
    func write(_ report: CheckReport, asOf date: UTCInstant) throws {
        try Output.report(endingWithFindingsIf: report.hasFailed(isStrict: strict)) {
            try format.write(report, asOf: date, isStrict: strict)
        }
    }
}
