public import EventSchema
public import Foundation
import GRDB

/// How many events an intake's store has, stream by stream, and how fast they come.
public struct EventCounts: Sendable, Hashable {
    /// The counts of one stream.
    public struct Stream: Sendable, Hashable {
        /// How many accepted events are kept; copies do not count.
        public var accepted = 0
        /// How many further copies of them arrived.
        public var repeats = 0
        /// How many events that did not satisfy their schema are kept.
        public var invalid = 0
        /// How many events that were refused for another reason are kept.
        public var error = 0
        /// How many of those that are kept were accepted in the last minute, for each second of it.
        public var perSecond = 0.0
    }

    /// By the stream's name; events without `meta.stream` are under the empty name.
    public internal(set) var streams: [String: Stream] = [:]

    /// The counts of all streams together.
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

    /// Counts what is kept.
    ///
    /// - Parameter now: the end of the minute that ``EventCounts/Stream/perSecond`` is about.
    public func counts(at now: Date = Date()) async throws -> EventCounts {
        let since = now.addingTimeInterval(-Self.rateSeconds).intakeTime
        return try await read { database in
            var counts = EventCounts()
            func count(
                _ sql: String, _ arguments: StatementArguments = [], _ add: (Row, inout EventCounts.Stream) -> Void
            ) throws {
                let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
                while let row = try rows.next() { add(row, &counts.streams[row["stream"], default: .init()]) }
            }
            try count("SELECT stream, count(*) AS n, sum(repeats) AS repeats FROM event GROUP BY stream") {
                ($1.accepted, $1.repeats) = ($0["n"], $0["repeats"])
            }
            // Positions rise with the time of arrival: what is older than the minute ends the search.
            try count(
                """
                SELECT stream, count(*) AS n FROM event
                WHERE rowid > coalesce((SELECT rowid FROM event WHERE received_at < :since ORDER BY rowid DESC LIMIT 1), 0)
                GROUP BY stream
                """, ["since": since]
            ) { $1.perSecond = ($0["n"] as Double) / Self.rateSeconds }
            try count("SELECT stream, status, count(*) AS n FROM rejected GROUP BY stream, status") {
                if $0["status"] == ReceivedEvent.Rejection.Status.invalid.rawValue {
                    $1.invalid = $0["n"]
                } else {
                    $1.error = $0["n"]
                }
            }
            return counts
        }
    }
}

extension EventCounts {
    /// The counts as `GET /counts` shows them.
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
