import ArgumentParser
import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Foundation

extension Streams {
    /// Says what a change of streams does.
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Describes what a change of streams does, the most important first.",
            discussion: """
                BASE and HEAD are folders of streams, files with a response of the API such as `eventctl streams \
                compile` writes (- is standard input), or commits of git: branches, tags, hashes. A folder or file of \
                that name comes first. At a commit, the folder is that of --streams; a commit without the folder has \
                no streams.

                markdown is a comment for a pull request.

                EXAMPLE
                  eventctl streams diff origin/main --streams Streams --format markdown

                Errors in the files of HEAD are under the changes. Where a file cannot be read, nothing is compared.

                Exit status: 0 compared, whether there are changes or not; 1 there are errors in the files of HEAD, or \
                files cannot be read; 64 wrong usage; 70 could not run.
                """)

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text
            case json
            case markdown
        }

        @Argument(help: ArgumentHelp("The streams before the change.", valueName: "BASE"))
        var base: String

        @Argument(
            help: ArgumentHelp(
                "The streams after the change. The default is the folder of --streams.", valueName: "HEAD"))
        var head: String?

        @OptionGroup var folder: StreamFolderOption
        @Option(help: "text, json or markdown.") var format: Format = .text

        func validate() throws { try InputFile.requireDistinct([base, head]) }

        func run() throws {
            let comparison = StreamComparison(
                from: try snapshot(base, isHistory: true), to: try snapshot(head ?? folder.streams, isHistory: false))
            switch format {
            case .text: for line in comparison.lines { try Output.line(line) }
            case .json: try Output.line(comparison.json)
            case .markdown: try Output.lines(String(comparison.markdown.dropLast()))
            }
            guard comparison.errors.isEmpty else { throw ExitCode.findings }
        }

        private func snapshot(_ place: String, isHistory: Bool) throws -> StreamSnapshot {
            switch FileKind(at: place) {
            case .directory:
                return try Streams.reportingFindings(in: CatalogFolders(streams: place)) {
                    try StreamSnapshot(directory: place, isHistory: isHistory)
                }
            case .missing where place != "-": return try snapshot(ofRevision: place, isHistory: isHistory)
            default:
                return try Streams.reading(place) { response throws(StreamConfigurationError) in
                    try StreamSnapshot(response: response)
                }
            }
        }

        private func snapshot(ofRevision revision: String, isHistory: Bool) throws -> StreamSnapshot {
            guard FileKind(at: folder.streams) == .directory else {
                throw CommandError("\(folder.streams) is not a folder; name the folder of streams with --streams")
            }
            do {
                return try Revision(revision).withCopies(of: [folder.streams]) { copies in
                    guard let copy = copies[folder.streams] else { return .empty }
                    return try snapshot(ofCopy: copy, revision, isHistory: isHistory)
                }
            } catch let error as RevisionError {
                throw CommandError("'\(revision)' is neither a folder nor a file, and no commit: \(error)")
            }
        }

        private func snapshot(ofCopy copy: String, _ revision: String, isHistory: Bool) throws -> StreamSnapshot {
            let name = "\(revision):\(folder.streams)"
            do { return try StreamSnapshot(directory: copy, isHistory: isHistory, named: name) } catch {
                Output.notes("\(error)".replacingOccurrences(of: copy, with: name))
                throw ExitCode.findings
            }
        }
    }

    /// Reads a response of the API from a file.
    static func reading<Result>(
        _ path: String, _ read: (JSONValue) throws(StreamConfigurationError) -> Result
    ) throws -> Result {
        let wanted = "a response of the stream configuration API, {\"streams\": {…}}"
        let bytes = try InputFile(path).bytes(wanted: wanted)
        let response: JSONValue
        do { response = try JSONValue(parsing: bytes) } catch {
            throw CommandError("\(InputFile(path).name) is not JSON: \(error). It must contain \(wanted)")
        }
        do { return try read(response) } catch {
            throw CommandError("\(InputFile(path).name): \(error.message). It must contain \(wanted)")
        }
    }
}
