import ArgumentParser
import EventCatalog
import EventSchema
import Foundation

/// Validates events from a file against a schema repository.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates events, one JSON object a line, as an intake would.",
        discussion: """
            One JSON verdict a line on standard output, in the order of the lines.

            EXAMPLE
              eventctl validate events.ndjson --schemas Schemas --fill

            Exit status: 0 all are valid; 1 at least one is not; 64 wrong usage; 70 could not run.
            """)

    @Argument(help: "The file of events, or - for standard input.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "A schema repository. May be repeated; the first that has a schema counts.", valueName: "DIR"))
    var schemas: [String]

    @Flag(help: "Fill in first what an intake would: meta.dt and meta.id.")
    var fill = false

    func run() throws {
        do {
            let judge = EventJudge(repository: try SchemaRepository(roots: schemas), fills: fill)
            var reader = try LineReader(file)
            defer { reader.close() }
            var number = 0
            var areAllValid = true
            while let line = try reader.next() {
                number += 1
                if case .text(let bytes) = line, bytes.isEmpty { continue }
                let errors = judge.errors(in: line)
                areAllValid = areAllValid && errors.isEmpty
                try Output.line([
                    "line": .number(number), "valid": .bool(errors.isEmpty),
                    "errors": .array(errors.map(JSONValue.object)),
                ])
            }
            if !areAllValid { throw ExitCode.findings }
        } catch let exit as ExitCode {
            throw exit
        } catch {
            throw couldNotRun(error)
        }
    }
}
