import ArgumentParser
import EventCatalog
import EventSchema
import Foundation

/// Validates events from a file against a schema repository.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates events, one JSON object per line, as an intake would.",
        discussion: """
            Prints one result per line as a JSON object, in the order of the input.

            EXAMPLE
              eventctl validate events.ndjson --schemas Schemas --fill

            Exit status: 0 all events are valid; 1 at least one is not; 64 wrong usage; 70 could not run.
            """)

    @OptionGroup var events: EventFileOptions

    @Flag(help: "First add the fields that an intake would add: meta.dt and meta.id.")
    var fill = false

    func validate() throws {
        if events.schemas.isEmpty { throw ValidationError("Give the schema repositories with --schemas.") }
    }

    func run() throws {
        do {
            let validator = EventLineValidator(repository: try SchemaRepository(roots: events.schemas), fills: fill)
            var reader = try LineReader(events.path)
            defer { reader.close() }
            var number = 0
            var areAllValid = true
            while let line = try reader.next() {
                number += 1
                if line.isBlank { continue }
                let errors = validator.errors(in: line)
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
