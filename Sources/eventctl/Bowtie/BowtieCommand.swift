import ArgumentParser

/// Runs the test cases of a Bowtie harness with this library's validator.
struct BowtieCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bowtie",
        abstract: "Implements the Bowtie harness protocol, version 1, on standard input and output.",
        discussion: """
            Reads one JSON request per line and writes one JSON response per line, until the request `stop` or the end \
            of the input.

            EXAMPLE
              echo '{"cmd":"start","version":1}' | eventctl bowtie
            """)

    @Flag(help: "Treat `format` as an annotation. The default is to assert it, as drafts 4, 6 and 7 do.")
    var annotateFormats = false

    func run() throws {
        let home = "https://github.com/OWNER/swift-event-platform"
        var bowtie = BowtieHarness(
            homepage: home, issues: home + "/issues", source: home, assertsFormats: !annotateFormats)
        var reader = try LineReader(InputFile("-"))
        while let line = try reader.next() {
            guard case .text(let request) = line else {
                throw CommandError("a request is longer than \(LineReader.maximumBytes) bytes")
            }
            if request.isEmpty { continue }
            guard let response = try bowtie.respond(to: String(decoding: request, as: UTF8.self)) else { return }
            try Output.line(response)
        }
    }
}
