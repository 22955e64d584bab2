public import EventSchema
public import Foundation
import GRDB

/// The number of events in an intake's store and the rate at which they arrive, by stream.
///
/// Only events that are still in the store count: those that were removed to make room do not.
public struct EventCounts: Sendable, Hashable {
    /// The counts of one stream.
    public struct Stream: Sendable, Hashable {
        /// The number of accepted events. Duplicates with the same `meta.id` count once.
        public var accepted = 0
        /// The number of duplicates of the accepted events: arrivals after the first with the same `meta.id`.
        public var repeats = 0
        /// The number of events that were rejected because they do not satisfy their schema.
        public var invalid = 0
        /// The number of events that were rejected for any other reason.
        public var error = 0
        /// The mean number of events accepted per second over the last 60 seconds.
        public var perSecond = 0.0
    }

    /// The counts by stream name. Events without `meta.stream` are under the empty name.
    public internal(set) var streams: [String: Stream] = [:]

    /// The sums over all streams.
    public var total: Stream {
        streams.values.reduce(into: Stream()) { total, stream in
            total.accepted += stream.accepted
            total.repeats += stream.repeats
            total.invalid += stream.invalid
            total.error += stream.error
            total.perSecond += stream.perSecond
        }
    }
}

extension IntakeStore {
    private static let rateSeconds = 60.0

    /// Counts the events in the store.
    ///
    /// - Parameter now: the end of the 60 seconds that ``EventCounts/Stream/perSecond`` covers. The default is the
    ///   current time.
    /// - Returns: the counts of every stream that has accepted or rejected events in the store.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    /// - Complexity: linear in the number of events in the store.
    public func counts(at now: Date = Date()) async throws -> EventCounts {
        let since = now.addingTimeInterval(-Self.rateSeconds).intakeTime
        return try await read { database in
            var counts = EventCounts()
            func count(
                _ sql: String, _ arguments: StatementArguments = [],
                _ add: (StoredRecord, inout EventCounts.Stream) throws -> Void
            ) throws {
                let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
                while let row = try rows.next() {
                    let record = StoredRecord(row: row)
                    try add(record, &counts.streams[record.text("stream"), default: .init()])
                }
            }
            try count("SELECT stream, count(*) AS n, sum(repeats) AS repeats FROM event GROUP BY stream") {
                ($1.accepted, $1.repeats) = (try $0.count("n"), try $0.count("repeats"))
            }
            // Positions rise with the time of arrival, so the search stops at the first older event.
            try count(
                """
                SELECT stream, count(*) AS n FROM event
                WHERE rowid > coalesce(
                    (SELECT rowid FROM event WHERE received_at < :since ORDER BY rowid DESC LIMIT 1), 0)
                GROUP BY stream
                """, ["since": since]
            ) { $1.perSecond = Double(try $0.count("n")) / Self.rateSeconds }
            try count("SELECT stream, status, count(*) AS n FROM rejected GROUP BY stream, status") {
                if try $0.text("status") == ReceivedEvent.Rejection.Status.invalid.rawValue {
                    $1.invalid = try $0.count("n")
                } else {
                    $1.error = try $0.count("n")
                }
            }
            return counts
        }
    }
}

extension EventCounts {
    /// The counts in the form of the response to `GET /counts`: `{"total": {…}, "streams": {name: {…}, …}}`.
    public var json: JSONValue {
        let sorted = streams.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        return ["total": total.json, "streams": .object(JSONObject(sorted))]
    }
}

extension EventCounts.Stream {
    fileprivate var json: JSONValue {
        [
            "accepted": .number(accepted), "repeats": .number(repeats), "invalid": .number(invalid),
            "error": .number(error), "perSecond": .number(perSecond),
        ]
    }
}
