import ArgumentParser
import EventIntake
import EventSchema

/// Shows what an intake has accepted.
struct Received: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what an intake's store holds, one JSON object a line; safe beside a running intake.",
        discussion: """
            Each line has `id`, `stream`, `schema`, `receivedAt`, `repeats` (how often the same id came again) and \
            `event`.

            EXAMPLE
              eventctl received --store intake.sqlite --stream app.interactions
            """)

    @Option(help: ArgumentHelp("The store file of `eventctl serve --store`.", valueName: "PATH"))
    var store: String

    @Option(help: "Only the events of this stream.")
    var stream: String?

    func run() throws {
        do {
            for event in try IntakeStore(reading: store).events(stream: stream) {
                try Output.line([
                    "id": .string(event.id), "stream": .string(event.stream), "schema": .string(event.schema),
                    "receivedAt": .string(event.receivedAt), "repeats": .number(event.repeats), "event": event.body,
                ])
            }
        } catch {
            throw couldNotRun(error)
        }
    }
}
