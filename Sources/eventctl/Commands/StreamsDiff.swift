import ArgumentParser
import EventCatalogChecks
import EventSchema
import EventStreams
import EventSupport
import Foundation

extension Streams {
    /// Says what a change of streams does.
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Describes what a change of streams, experiments and Project.yaml does, the most important first.",
            discussion: """
                BASE and HEAD are folders of streams, files with a response of the API such as `eventctl streams \
                compile` writes (- is standard input), or commits of git: branches, tags, hashes. A folder or file of \
                that name comes first. A commit as BASE, such as origin/main, stands for the newest one that it has \
                in common with HEAD; A...B names both sides, and A..B compares them as they are. At a commit, the \
                folders are those that its Project.yaml names, and otherwise those of today; a commit without the \
                folder of streams has no streams.

                Between commits, and between a commit and the working tree, Project.yaml, the waivers, and the \
                experiments and instruments are compared too: those of --experiments, of the folder that Project.yaml \
                names, or of the folder Experiments beside the folder of streams.

                markdown is a comment for a pull request.

                EXAMPLE
                  eventctl streams diff origin/main --streams Streams --format markdown

                Errors in the files of HEAD, as “eventctl check” has them, are under the changes. So is an \
                experiment that runs on the date of --as-of, and whose groups are reordered or drawn anew. Where a \
                file cannot be read, nothing is compared.

                Exit status: 0 compared, whether there are changes or not; 1 there are errors after the change, or \
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

        @Option(
            help: ArgumentHelp(
                "The folder of experiments and instruments. The default is Experiments, beside the folder of streams.",
                valueName: "DIR"))
        var experiments: String?

        @Option(
            help: ArgumentHelp(
                "The date by which it is decided which experiments run. The default is today, in UTC.",
                valueName: "DATE"),
            transform: AsOf.init)
        var asOf: AsOf?

        @Option(help: "text, json or markdown.") var format: Format = .text

        func validate() throws { try InputFile.requireDistinct([base, head]) }

        func run() throws {
            let reader = SnapshotReader(streams: folder.streams, experiments: experiments)
            let (before, after) = try reader.places(base, head)
            let date = asOf?.instant ?? .today
            let (old, new) = try reader.sides(before, after, asOf: date)
            let comparison = ProjectComparison(
                from: old.snapshot, to: new.snapshot, errors: new.errors, asOf: date)
            guard experiments == nil || comparison.hasExperiments else {
                throw ValidationError(
                    "--experiments is for commits: a folder or a file as BASE or HEAD has streams alone.")
            }
            try Output.report(endingWithFindingsIf: !comparison.errors.isEmpty) {
                switch format {
                case .text: for line in comparison.lines { try Output.line(line) }
                case .json: try Output.line(comparison.json)
                case .markdown: try Output.lines(String(comparison.markdown.dropLast()))
                }
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
