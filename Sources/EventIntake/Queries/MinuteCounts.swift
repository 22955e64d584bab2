import EventSchema
import Foundation
import GRDB

/// The numbers of accepted and rejected events by the minute in which they arrived.
struct MinuteCounts: Sendable, Hashable {
    struct Minute: Sendable, Hashable {
        var accepted = 0
        var rejected = 0
    }

    /// The counts by the beginning of the minute, such as `2026-01-31T12:00Z`. Minutes without events are missing.
    private(set) var minutes: [String: Minute] = [:]

    /// The counts in the form of the response to `GET /counts/minutes`.
    var json: JSONValue {
        .array(
            minutes.sorted { $0.key < $1.key }.map { minute, counts in
                ["minute": .string(minute), "accepted": .number(counts.accepted), "rejected": .number(counts.rejected)]
            })
    }

    /// The schema of ``json``.
    static let schema: JSONValue = [
        "type": "array",
        "items": [
            "type": "object", "required": ["minute", "accepted", "rejected"],
            "properties": [
                "minute": ["type": "string"], "accepted": ["type": "integer"], "rejected": ["type": "integer"],
            ],
        ],
    ]
}

extension IntakeStore {
    /// Counts the events of the last 60 minutes that match a query. Duplicates do not count.
    ///
    /// - Parameters:
    ///   - query: which events to count; its limit has no effect.
    ///   - now: the end of the 60 minutes. The default is the current time.
    /// - Returns: the counts.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    func minutes(_ query: EventQuery, at now: Date = Date()) async throws -> MinuteCounts {
        try await read { try MinuteCounts(of: query, at: now, in: $0) }
    }
}

extension MinuteCounts {
    /// Counts the events of the 60 minutes before a time.
    init(of query: EventQuery, at now: Date, in database: Database) throws {
        var query = query
        let since = now.addingTimeInterval(-3600).intakeTime
        query.since = max(since, query.since ?? since)
        // Positions rise with the time of arrival, so the search stops at the first older event.
        let older = try Int64.fetchOne(
            database,
            sql: """
                SELECT max(
                    coalesce((SELECT rowid FROM event WHERE received_at < :since ORDER BY rowid DESC LIMIT 1), 0),
                    coalesce((SELECT rowid FROM rejected WHERE received_at < :since ORDER BY rowid DESC LIMIT 1), 0))
                """, arguments: ["since": query.since])
        query.after = max(query.after, older ?? 0)
        let minute = "substr(received_at, 1, 16) || 'Z' AS minute"
        let counts = query.selections(of: "\(minute), 'accepted' AS status", rejected: "\(minute), status")
        guard !counts.isEmpty else { return }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT minute, status, count(*) AS n FROM (\(counts.joined(separator: " UNION ALL ")))
                GROUP BY minute, status
                """, arguments: StatementArguments(query.arguments))
        while let row = try rows.next() {
            let record = StoredRecord(row: row)
            let count = try record.count("n")
            let isAccepted = try record.text("status") == "accepted"
            let part = isAccepted ? \Minute.accepted : \Minute.rejected
            minutes[try record.text("minute"), default: Minute()][keyPath: part] += count
        }
    }
}
