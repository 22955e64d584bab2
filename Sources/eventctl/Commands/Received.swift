import ArgumentParser
import EventIntake
import EventSchema

/// Prints the events that an intake has received.
struct Received: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the events in an intake's store; can be used while the intake is running.",
        discussion: """
            Prints one JSON object per line with `id`, `stream`, `schema`, `receivedAt`, `repeats` (the number of \
            duplicates with the same id), `test`, `valid` and `event`. A rejected event also has `status` and \
            `context` \
            with the reason.

            EXAMPLE
              eventctl received --store intake.sqlite --stream app.interactions
            """)

    @Option(help: ArgumentHelp("The store file of `eventctl serve --store`.", valueName: "PATH"))
    var store: String

    @Option(help: "Only the events of this stream.")
    var stream: String?

    @Option(help: ArgumentHelp("Only the events of requests with this header X-Event-Test.", valueName: "TAG"))
    var test: String?

    @Flag(help: "Print the rejected events instead of the accepted ones.")
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
