import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventStreams
import EventSupport
import Foundation

extension Streams {
    /// Turns a response of the API into YAML.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turns a response of the stream configuration API into YAML files.",
            discussion: """
                What most streams have in common is in defaults.yaml, if that loses nothing; streams are in files by \
                the first part of their names. `eventctl streams compile` gives the same settings again.

                EXAMPLE
                  curl -s 'https://meta.wikimedia.org/w/api.php?action=streamconfigs&format=json' \\
                    | eventctl streams import - -o Streams

                Exit status: 0 written; 64 wrong usage; 70 could not run, such as for a folder that has stream files.
                """)

        @Argument(help: ArgumentHelp("A file with the response; - is standard input.", valueName: "RESPONSE.json"))
        var response: String

        @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "DIR"))
        var output = "Streams"

        @Flag(inversion: .prefixedNo, help: "Put common settings into defaults.yaml.")
        var defaults = true

        @Flag(help: "Write into a folder that has stream files already, and over those of the same names.")
        var force = false

        func run() throws {
            let result = try Streams.reading(response) { response throws(StreamConfigurationError) in
                try StreamImport(response: response, sharesDefaults: defaults)
            }
            guard result.streamCount > 0 else {
                for remark in result.remarks { Output.errorLine("eventctl: \(remark)") }
                throw CommandError("\(InputFile(response).name) has no streams to import")
            }
            try requireFolder()
            try OutputFolder.write(result.files.map { ($0.name, Array($0.text.utf8)) }, into: output)
            for file in result.files { try Output.untilClosed { try Output.line("\(output)/\(file.name)") } }
            for remark in result.remarks { Output.errorLine("eventctl: \(remark)") }
            Output.errorLine("\(result.streamCount.counted("stream")) in \(result.files.count.counted("file"))")
        }

        /// Files that are there would be overwritten, or their defaults would change what is imported.
        private func requireFolder() throws {
            let kind = FileKind(at: output)
            guard kind != .missing else { return }
            guard kind == .directory else { throw CommandError("\(output) is not a folder; give the folder to write") }
            guard !force else { return }
            let names = try FileManager.default.contentsOfDirectory(atPath: output)
            guard let first = names.sorted().first(where: { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }) else {
                return
            }
            throw CommandError(
                "\(output) has stream files already, such as \(first). Give another folder with -o, or --force to "
                    + "overwrite files of the same names")
        }
    }
}
