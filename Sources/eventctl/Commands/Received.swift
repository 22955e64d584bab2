import ArgumentParser
import EventIntake
import EventSchema

/// Shows what an intake has received.
struct Received: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what an intake's store holds, one JSON object a line; safe beside a running intake.",
        discussion: """
            Each line has `id`, `stream`, `schema`, `receivedAt`, `repeats` (how often the same id came again), `test`, \
            `valid` and `event`; a rejected event also has `status` and `context`, which say why.

            EXAMPLE
              eventctl received --store intake.sqlite --stream app.interactions
            """)

    @Option(help: ArgumentHelp("The store file of `eventctl serve --store`.", valueName: "PATH"))
    var store: String

    @Option(help: "Only the events of this stream.")
    var stream: String?

    @Option(help: ArgumentHelp("Only the events of requests with this header X-Event-Test.", valueName: "TAG"))
    var test: String?

    @Flag(help: "The events that were rejected, instead of those that were accepted.")
    var rejected = false

    func run() async throws {
        do {
            let store = try IntakeStore(reading: store)
            var query = EventQuery()
            query.streams = stream.map { [$0] } ?? []
            query.test = test
            query.valid = !rejected
            var page: EventPage
            repeat {
                page = try await store.events(query)
                for event in page.events { try Output.line(event.json.object ?? [:]) }
                query.after = page.next
            } while page.hasMore
        } catch {
            throw couldNotRun(error)
        }
    }
}
