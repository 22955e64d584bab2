import ArgumentParser
import EventCatalog
import EventPlatform
import EventSchema
import EventStreams
import Foundation

/// Shows and changes the events in a client's store.
struct Queue: CommandGroup {
    static let configuration = CommandConfiguration(
        abstract: "Shows and changes the events in a client's event store.",
        discussion: """
            stats, list, export and check only read and can be used while a client is running. requeue, prune and \
            purge write and fail with exit status 70 while a client owns the store.

            EXAMPLE
              eventctl queue stats --store queue.sqlite
            """,
        subcommands: [
            Stats.self, List.self, Export.self, Requeue.self, Prune.self, Purge.self, Check.self,
        ])

    struct StoreOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The store file.", valueName: "PATH"))
        var store: String

        func read(_ body: (StoreInspector) throws -> Void) throws {
            try body(try StoreInspector(path: store))
        }

        /// Calls `body` with each stored event, and reports the number of submissions that are not processed yet.
        func forEachEvent(_ body: (StoreInspector.Item, [UInt8]) throws -> Void) throws {
            try read { store in
                try store.forEachEvent(body)
                let held = try store.heldSubmissions()
                if held > 0 {
                    let waiting = held.counted("further submission") + (held == 1 ? " waits" : " wait")
                    Output.errorLine(
                        "eventctl: \(waiting) for stream configurations; `queue stats` counts them as held")
                }
            }
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
            discussion: "EXAMPLE\n  eventctl queue list --store queue.sqlite")

        @OptionGroup var options: StoreOptions
        @Option(help: "text or json; json prints one object per line.") var format: ReportFormat = .text

        func run() throws {
            try options.forEachEvent { item, _ in
                switch format {
                case .json: try Output.line(item.json)
                case .text:
                    try Output.line(item.json.map { $0.value.string ?? $0.value.jsonText }.joined(separator: "\t"))
                }
            }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the stored events as they will be sent, one JSON object per line, oldest first.",
            discussion: "EXAMPLE\n  eventctl queue export --store queue.sqlite > events.ndjson")

        @OptionGroup var options: StoreOptions

        func run() throws {
            try options.forEachEvent { _, json in try Output.line(bytes: json) }
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
