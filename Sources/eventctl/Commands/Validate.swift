import ArgumentParser
import EventCatalog
import EventSchema
import EventSupport
import Foundation

/// Validates events from files against a schema repository.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates events, JSON objects one after the other, as an intake would.",
        discussion: """
            Standard output has one verdict for each event as a JSON object, in the order of the input: `file`, \
            `line` (its first), `valid` and `errors`. Standard error has each error as FILE:LINE: PLACE: MESSAGE, and \
            a summary.

            Without --schemas, the schemas are those of the folder Schemas. An event as a client sends it lacks what \
            an intake adds, such as meta.dt: the error of such a property names --fill, which adds it first.

            EXAMPLE
              eventctl validate events.ndjson more.ndjson --schemas Schemas --fill

            Exit status: 0 all events are valid; 1 at least one is not, or a file has no events; 64 wrong usage; 70 \
            could not run.
            """)

    @OptionGroup var events: EventFileOptions

    @Flag(
        help: """
            First add the fields that an intake would add, each where the schema has it: meta.dt, meta.id, \
            meta.request_id, http.
            """)
    var fill = false

    mutating func validate() throws {
        try events.resolve()
        guard events.schemas.isEmpty else { return }
        guard !CatalogOptions.presentSchemas.isEmpty else {
            throw ValidationError(
                "There is no folder \(CatalogOptions.defaultSchemas.joined(separator: ", ")) here; give the "
                    + "schema repositories with --schemas.")
        }
        events.schemas = CatalogOptions.presentSchemas
    }

    func run() throws {
        let validator = EventLineValidator(
            repository: try SchemaRepository(reporting: events.schemas), addsIntakeFields: fill)
        var summary = ValidationSummary()
        // The verdicts show the progress where they are on the terminal.
        let phases = PhaseReporter(isWanted: isatty(STDOUT_FILENO) == 0)
        defer { phases.end() }
        let isComplete = try Output.untilClosed {
            for path in events.files { try validate(InputFile(path), validator, phases, &summary) }
        }
        phases.end()
        if isComplete { Output.errorLine("\(summary)") }  // else it counts a part of the events
        if !summary.isFine { throw ExitCode.findings }
    }

    /// The number of events after which the progress is set again.
    private static let eventsPerPhase = 1000

    private func validate(
        _ file: InputFile, _ validator: EventLineValidator, _ phases: PhaseReporter, _ summary: inout ValidationSummary
    ) throws {
        phases.begin("validating \(file.name)")
        var reader = try EventReader(file)
        defer { reader.close() }
        summary.begin()
        let before = summary.events
        while let item = try reader.next() {
            if (summary.events - before + 1).isMultiple(of: Self.eventsPerPhase) {
                phases.begin("validating \(file.name), line \(reader.line)")
            }
            let errors = validator.errors(in: item)
            for error in errors { Output.errorLine("\(file.name):\(reader.line): \(error)") }
            summary.count(isValid: errors.isEmpty)
            try Output.line([
                "file": .string(file.name), "line": .number(reader.line), "valid": .bool(errors.isEmpty),
                "errors": .array(errors.map(\.json)),
            ])
        }
        if summary.events == before { summary.countEmpty(file) }
    }
}

/// What `validate` found in all files.
struct ValidationSummary: CustomStringConvertible {
    private(set) var files = 0
    private(set) var events = 0
    private(set) var invalid = 0
    private var emptyFiles: [String] = []

    var isFine: Bool { invalid == 0 && emptyFiles.isEmpty }

    mutating func count(isValid: Bool) {
        events += 1
        if !isValid { invalid += 1 }
    }

    /// Counts a file before its first line: a reader that closes its pipe can end the command within a file.
    mutating func begin() { files += 1 }

    mutating func countEmpty(_ file: InputFile) { emptyFiles.append(file.name) }

    var description: String {
        let counts =
            "\(files.counted("file")), \(events.counted("event")): \(events - invalid) valid, \(invalid) invalid"
        return emptyFiles.isEmpty ? counts : counts + "; no events in \(emptyFiles.joined(separator: ", "))"
    }
}
