import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventSupport

extension Streams {
    /// Lists the streams of a folder.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the streams: name, schema title, destination, sample, owner, expiry, consumers.",
            discussion: """
                json prints one object per line, with the same, unit, rate and location; what is absent is null.

                With --history, the commits of git say since when there is each stream and each of its contextual \
                attributes, and until when; removed streams come last. Counted are the commits of the first parents \
                of HEAD: a merged branch is the commit of its merge.

                EXAMPLES
                  eventctl streams list --streams Streams
                  eventctl streams list --history

                Exit status: 0 listed; 1 there are errors in the files, which are on standard error; 64 wrong usage; \
                70 could not run, such as without git.
                """)

        @OptionGroup var folder: StreamFolderOption
        @Flag(help: "Say since when and until when there was each stream and each attribute. Needs git.")
        var history = false
        @Option(help: "text or json.") var format: ReportFormat = .text

        func run() throws {
            if history { return try listHistory() }
            try Streams.reporting(folder.streams) { streams in
                switch format {
                case .text: for line in streams.table(fitting: TerminalWidth.ofTerminal) { try Output.line(line) }
                case .json: for stream in streams.summaries { try Output.line(stream.json) }
                }
            }
        }

        private func listHistory() throws {
            try Streams.reporting(folder.streams) { streams in
                let history = try StreamHistory(of: streams)
                switch format {
                case .text: for line in history.table(fitting: TerminalWidth.ofTerminal) { try Output.line(line) }
                case .json: for stream in history.streams { try Output.line(stream.json) }
                }
                if let remark = history.remark { Output.errorLine("eventctl: \(remark)") }
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
            try Streams.reporting(folder.streams) { streams in
                guard let settings = streams.settings(of: name) else {
                    let suggestion = streams.names.nearest(to: name).map { " Did you mean '\($0)'?" } ?? ""
                    Output.errorLine("eventctl: there is no stream '\(name)' in \(folder.streams).\(suggestion)")
                    throw ExitCode.findings
                }
                switch format {
                case .text: try Output.lines(String(settings.yaml.dropLast()))
                case .json: try Output.line(settings.json)
                }
            }
        }
    }

    /// Reads a folder of streams and writes the result with `body`, then the errors of the streams to standard error.
    /// Ends with exit status 1 when there are any. A project's file under a name that is not read is reported first.
    private static func reporting(_ directory: String, _ body: (StreamFolder) throws -> Void) throws {
        let files = SourceFiles()
        let folders = CatalogFolders(streams: directory)
        for finding in folders.misnamedProjects(in: files) { Output.errorLine("\(finding)") }
        let folder = try reportingFindings(in: folders) {
            try StreamFolder(directory: directory, in: files)
        }
        let errors = folder.errors(in: files)
        defer { for error in errors { Output.errorLine("\(error)") } }
        try Output.report(endingWithFindingsIf: !errors.isEmpty) { try body(folder) }
    }
}
