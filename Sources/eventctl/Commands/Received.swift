import ArgumentParser
import EventIntake
import EventSchema

/// Prints the events that an intake has received.
struct Received: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the events in an intake's store; can be used while the intake is running.",
        discussion: """
            Prints one JSON object per line with `id`, `stream`, `schema`, `receivedAt`, `repeats` (the number of \
            duplicates with the same id), `test`, `valid` and `event`. A rejected event also has `status` and \
            `context` with the reason. A row that cannot be read is named on standard error, and the others are printed.

            EXAMPLE
              eventctl received --store intake.sqlite --stream app.interactions

            Exit status: 0 every row was read; 64 wrong usage; 70 a row could not be read, or could not run.
            """)

    @Option(help: ArgumentHelp("The store file of `eventctl serve --store`.", valueName: "PATH"))
    var store: String

    @Option(help: "Only the events of this stream.")
    var stream: String?

    @Option(help: ArgumentHelp("Only the events of requests with this header X-Event-Test.", valueName: "TAG"))
    var test: String?

    @Flag(help: "Print the rejected events instead of the accepted ones.")
    var rejected = false

    func run() throws {
        let path = store
        let store = try IntakeStore(reading: path)
        var query = EventQuery()
        query.streams = stream.map { [$0] } ?? []
        query.test = test
        query.valid = !rejected
        var unreadable = 0
        try Output.untilClosed {
            try store.forEachEvent(query) { position, error in
                unreadable += 1
                Output.errorLine("\(path): row \(position) cannot be read: \(error.reason)")
            } _: { event in
                try Output.line(json: event.json)
            }
        }
        try store.close()
        if unreadable > 0 { throw ExitCode.couldNotRun }
    }
}
