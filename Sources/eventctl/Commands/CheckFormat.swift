import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams

/// The form of a report of `check`.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif, github, junit

    /// Writes a report to standard output.
    ///
    /// - Throws: ``OutputError``.
    func write(_ report: CheckReport, asOf: UTCInstant, isStrict: Bool) throws {
        switch self {
        case .text:
            let isColoured = Output.hasColours
            var text = TextReport(report)
            try text.forEachLine { try Output.line($0, isColoured: isColoured) }
        case .json: try Output.line(report.json(asOf: asOf, isStrict: isStrict))
        case .sarif: try Output.line(report.sarif)
        case .github:
            // The texts are escaped by the rules of GitHub; PlainLine would escape the commands as well.
            for command in commands(report) { try Output.line(bytes: Array(command.utf8)) }
            try Output.line(report.summary)
        case .junit: for line in report.jUnit(isStrict: isStrict) { try Output.line(line) }
        }
    }

    /// The commands for GitHub, with paths from the root of the repository, or as they are if git cannot say where that
    /// is.
    private func commands(_ report: CheckReport) -> [String] {
        do { return try report.gitHubCommandsFromRoot() } catch {
            Output.errorLine("The files of --format github are named from the working folder: \(error)")
            return report.gitHubCommands
        }
    }

    /// Writes the changes of files as a diff: to standard output beside text, otherwise to standard error. With
    /// colours, it is for people; without, it applies as a patch.
    func write(_ changes: [FileChange]) throws {
        if self == .text, Output.hasColours {
            for line in changes.flatMap({ StyledLine.diff($0) + [StyledLine("")] }) {
                try Output.line(line, isColoured: true)
            }
            return
        }
        for line in changes.flatMap({ $0.diff + [""] }).map(PatchLine.init) {
            if self == .text { try Output.line(line) } else { Output.errorLine(line) }
        }
    }
}
