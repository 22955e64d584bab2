import ArgumentParser
import EventCatalog
import EventPlatform
import EventSchema
import EventStreams
import EventSupport
import Foundation

/// Shows and changes the events in a client's store.
struct Queue: CommandGroup {
    static let configuration = CommandConfiguration(
        abstract: "Shows and changes the events in a client's event store.",
        discussion: """
            stats, list, export and check only read and can be used while a client is running. requeue, prune, purge \
            and salvage write and fail with exit status 70 while a client owns the store.

            EXAMPLE
              eventctl queue stats --store queue.sqlite
            """,
        subcommands: [
            Stats.self, List.self, Export.self, Requeue.self, Prune.self, Purge.self, Salvage.self, Check.self,
        ])

    struct StoreOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The store file.", valueName: "PATH"))
        var store: String

        func read(_ body: (StoreInspector) throws -> Void) throws {
            try body(try StoreInspector(path: store))
        }

        /// Reports on standard error how many submissions are not processed yet.
        func reportHeld(_ store: StoreInspector, _ consequence: String) throws {
            let held = try store.heldSubmissions()
            guard held > 0 else { return }
            let waiting = held.counted("submission") + (held == 1 ? " waits" : " wait")
            Output.errorLine("eventctl: \(waiting) for stream configurations; \(consequence)")
        }
    }

    struct Stats: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the number, age and size of the stored events, and the ledger.",
            discussion: "EXAMPLE\n  eventctl queue stats --store queue.sqlite --format json")

        @OptionGroup var options: StoreOptions
        @Option(
            help: ArgumentHelp("The date that ages are measured from. The default is now.", valueName: "DATE"),
            transform: AsOf.init)
        var asOf: AsOf?
        @Option(help: "text or json.") var format: ReportFormat = .text

        func run() throws {
            try options.read { store in
                try Queue.report(
                    try store.statistics(now: asOf.map { Timestamp($0.instant) } ?? SystemClocks().wall), format)
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the stored events, oldest first, without their bodies.",
            discussion: """
                bytes is the size of the event; for an event that the app's cipher has sealed, of its sealed bytes.

                EXAMPLE
                  eventctl queue list --store queue.sqlite
                """)

        @OptionGroup var options: StoreOptions
        @Option(help: "text or json; json prints one object per line.") var format: ReportFormat = .text

        func run() throws {
            try options.read { store in
                try store.forEachEvent { item, _ in try write(item.json) }
                try options.reportHeld(store, "`queue stats` counts them as held")
            }
        }

        private func write(_ item: JSONObject) throws {
            switch format {
            case .json: try Output.line(item)
            case .text: try Output.line(item.map { $0.value.string ?? $0.value.jsonText }.joined(separator: "\t"))
            }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the stored events as they will be sent, one JSON object per line, oldest first.",
            discussion: """
                An event that awaits its schema is printed as it would be sent if the schema did not arrive. Last come \
                the events that wait for stream configurations, without the attributes that only some streams list. \
                An event that the app's cipher has sealed cannot be printed; it is counted on standard error.

                EXAMPLE
                  eventctl queue export --store queue.sqlite > events.ndjson

                Exit status: 0 every event was printed; 1 some are sealed; 70 could not be read, or is damaged.
                """)

        @OptionGroup var options: StoreOptions

        func run() throws {
            var sealed = 0
            defer { Self.report(sealed) }
            try Output.report(endingWithFindingsIf: sealed > 0) {
                try options.read { store in
                    try store.export { event in
                        if let event { try Output.line(bytes: event) } else { sealed += 1 }
                    }
                    try options.reportHeld(store, "whether they are sampled is not decided")
                }
            }
        }

        private static func report(_ sealed: Int) {
            guard sealed > 0 else { return }
            let events = sealed.counted("event") + (sealed == 1 ? " is" : " are")
            Output.errorLine("eventctl: \(events) sealed by the app's cipher, which only the app has; not printed")
        }
    }
}

extension StoreInspector.Item {
    fileprivate var json: JSONObject {
        [
            "row": .number(row), "id": .string(id), "stream": .string(stream), "destination": .string(destination),
            "priority": .string("\(priority)"), "number": number.map { .number($0) } ?? .null,
            "storedAt": .string(storedAt.iso8601),
            "attempts": .number(attempts), "bytes": .number(bytes),
        ]
    }
}

extension Timestamp {
    /// The instant, in whole seconds.
    init(_ instant: UTCInstant) { self.init(milliseconds: instant.seconds * 1000) }
}
