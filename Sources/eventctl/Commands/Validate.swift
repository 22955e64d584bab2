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

    @OptionGroup var events: EventFileOptions

    @Flag(help: "Fill in first what an intake would: meta.dt and meta.id.")
    var fill = false

    func validate() throws {
        if events.schemas.isEmpty { throw ValidationError("Name the schema repositories with --schemas.") }
    }

    func run() throws {
        do {
            let judge = EventJudge(repository: try SchemaRepository(roots: events.schemas), fills: fill)
            var reader = try LineReader(events.path)
            defer { reader.close() }
            var number = 0
            var areAllValid = true
            while let line = try reader.next() {
                number += 1
                if line.isBlank { continue }
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
