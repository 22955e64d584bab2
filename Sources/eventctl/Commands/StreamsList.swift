import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema

extension Streams {
    /// Lists the streams of a folder.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the streams: name, schema title, destination, sample, owner, expiry.",
            discussion: """
                json prints one object per line, with the same, unit, rate and location; what is absent is null.

                EXAMPLE
                  eventctl streams list --streams Streams

                Exit status: 0 listed; 1 there are errors in the files, which are on standard error; 64 wrong usage; \
                70 could not run.
                """)

        @OptionGroup var folder: StreamFolderOption
        @Option(help: "text or json.") var format: ReportFormat = .text

        func run() throws {
            let inventory = try Streams.inventory(folder.streams)
            try Streams.report(inventory.findings) {
                switch format {
                case .text: for line in inventory.table(fitting: TerminalWidth.ofTerminal) { try Output.line(line) }
                case .json: for stream in inventory.streams { try Output.line(stream.json) }
                }
            }
        }
    }

    /// Shows the final settings of a stream.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the final settings of a stream, and where each was written.",
            discussion: """
                The settings are YAML with the file and the line of each as a comment. For a name that a pattern \
                matches, the entry of the pattern is shown.

                EXAMPLE
                  eventctl streams show app.search --streams Streams

                Exit status: 0 shown; 1 there is no such stream, or there are errors in the files, which are on \
                standard error; 64 wrong usage; 70 could not run.
                """)

        @Argument(help: "The stream's name.")
        var name: String

        @OptionGroup var folder: StreamFolderOption
        @Option(help: "text or json.") var format: ReportFormat = .text

        func run() throws {
            let inventory = try Streams.inventory(folder.streams)
            guard let settings = inventory.settings(of: name) else {
                let suggestion = inventory.suggestion(for: name).map { " Did you mean '\($0)'?" } ?? ""
                Output.errorLine("eventctl: there is no stream '\(name)' in \(folder.streams).\(suggestion)")
                try Streams.report(inventory.findings) {}
                throw ExitCode.findings
            }
            try Streams.report(inventory.findings) {
                switch format {
                case .text: try Output.lines(String(settings.yaml.dropLast()))
                case .json: try Output.line(settings.json)
                }
            }
        }
    }

    private static func inventory(_ directory: String) throws -> StreamInventory {
        try reportingFindings(in: CatalogFolders(streams: directory)) { try StreamInventory(directory: directory) }
    }

    /// Writes the result with `body`, then errors to standard error, and ends with exit status 1 when there are any.
    private static func report(_ errors: [CatalogFinding], _ body: () throws -> Void) throws {
        defer { for error in errors { Output.errorLine("\(error)") } }
        try Output.report(endingWithFindingsIf: !errors.isEmpty, body)
    }
}
