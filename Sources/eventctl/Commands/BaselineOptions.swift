import ArgumentParser
import EventCatalogChecks

/// The options of commands that leave out findings which were there before.
struct BaselineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Leave out the findings in this file, which --write-baseline has written, and note those that are gone.",
            valueName: "FILE"))
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write all findings to this file, and report none of them.", valueName: "FILE"),
        transform: OutputFile.init)
    var writeBaseline: OutputFile?

    /// The findings to leave out.
    func knownFindings() throws -> Baseline? {
        try baseline.map { path in
            let file = InputFile(path)
            return try Baseline(bytes: file.bytes(wanted: "what --write-baseline has written"), file: file.name)
        }
    }

    /// Writes the findings of a report to a file.
    func write(_ report: CheckReport, to file: OutputFile) throws {
        try file.write(Baseline(report).text(for: file.path).utf8)
        Output.errorLine("wrote \(file.name): \(report.summary)")
    }
}
