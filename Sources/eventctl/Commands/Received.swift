import ArgumentParser
import EventIntake
import EventSchema

/// Prints the events that an intake has received, in its store or in Kafka, or compares them with what is configured.
struct Received: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the events in an intake's store or in a topic of Kafka; the intake may be running.",
        discussion: """
            Prints one JSON object per line with `id`, `stream`, `schema`, `receivedAt`, `repeats` (the number of \
            duplicates with the same id), `test`, `valid` and `event`. A rejected event also has `status` and \
            `context` with the reason. A row that cannot be read is named on standard error, and the others are printed.

            --topic prints the messages that a topic of Kafka has at that time, partition by partition, with `topic`, \
            `partition`, `offset`, `receivedAt`, `key`, `headers` and `event`. What is no JSON is a text. No offset is \
            committed.

            --report compares what has arrived with the folder of streams: for each stream the numbers of events, \
            the fields that none of them has, the values of enums, and the rules that are broken:

            silent     a configured stream without events, unless its sampling takes none
            unplanned  events of a stream that is not configured, or whose sampling takes none
            rejected   rejected events
            unfilled   an attribute of provide_values without a value in any event
            volume     with --clients: more than twice the forecast of `eventctl simulate stream`, or less than half

            Fields and values are those of the newest 10000 events. --off leaves out the findings of a rule.

            EXAMPLE
              eventctl received --store intake.sqlite --stream app.interactions
              eventctl received --store intake.sqlite --report --test checkout --format json
              eventctl received --store intake.sqlite --report --off silent unfilled
              eventctl received --kafka-config kafka.conf --topic eqiad.app.search --newest 5

            Exit status: 0 every row was read, no rule is broken; 1 a rule of --report is broken, or there are errors \
            in Project.yaml or in files of streams, which are on standard error; 64 wrong usage; 70 a row could not be \
            read, or could not run.
            """)

    @Option(help: ArgumentHelp("The store file of `eventctl serve --store`.", valueName: "PATH"))
    var store: String?

    @OptionGroup(title: "Options of --topic") var kafka: KafkaTopicOptions

    @Option(help: "Only the events of this stream.")
    var stream: String?

    @Option(help: ArgumentHelp("Only the events of requests with this header X-Event-Test.", valueName: "TAG"))
    var test: String?

    @Flag(help: "Print the rejected events instead of the accepted ones.")
    var rejected = false

    @OptionGroup(title: "Options of --report") var report: ArrivalReportOptions

    func validate() throws {
        guard (store == nil) != (kafka.topic == nil) else {
            throw ValidationError("either --store PATH or --topic NAME is needed")
        }
        if kafka.topic != nil, stream != nil || test != nil || rejected || report.report {
            throw ValidationError("--stream, --test, --rejected and --report need --store")
        }
        if report.report, rejected {
            throw ValidationError("--rejected and --report cannot be combined; use one of them")
        }
    }

    func run() async throws {
        if let topic = kafka.topic { return try kafka.printMessages(of: topic) }
        if let store { try await printEvents(inStore: store) }
    }

    private func printEvents(inStore path: String) async throws {
        let store = try IntakeStore(reading: path)
        var query = EventQuery()
        query.streams = stream.map { [$0] } ?? []
        query.test = test
        if report.report {
            let (comparison, hasErrors) = try await report.compare(store, query)
            try store.close()
            try Output.report(endingWithFindingsIf: hasErrors || comparison.broken > 0) {
                try report.write(comparison)
            }
        } else {
            query.valid = !rejected
            try printEvents(of: query, in: store, path)
        }
    }

    private func printEvents(of query: EventQuery, in store: IntakeStore, _ path: String) throws {
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
