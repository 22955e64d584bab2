import ArgumentParser
import Foundation

/// Answers a Bowtie harness: other implementations' tests, run against our validator.
struct BowtieCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bowtie",
        abstract: "Speaks the Bowtie harness protocol, version 1, on standard input and output.",
        discussion: """
            One JSON request a line in, one JSON answer a line out, until the request `stop` or the end of the input.

            EXAMPLE
              echo '{"cmd":"start","version":1}' | eventctl bowtie
            """)

    @Flag(help: "Take `format` as an annotation; in drafts 4, 6 and 7 it is asserted unless this is given.")
    var annotateFormats = false

    func run() throws {
        let home = "https://github.com/OWNER/swift-event-platform"
        var bowtie = BowtieHarness(
            homepage: home, issues: home + "/issues", source: home, assertsFormats: !annotateFormats)
        do {
            var reader = try LineReader("-")
            while let line = try reader.next() {
                guard case .text(let request) = line else {
                    throw Reason("a request is longer than \(LineReader.maximumBytes) bytes")
                }
                if request.isEmpty { continue }
                guard let answer = try bowtie.answer(String(decoding: request, as: UTF8.self)) else { return }
                try Output.line(answer)
            }
        } catch {
            throw couldNotRun(error)
        }
    }
}
