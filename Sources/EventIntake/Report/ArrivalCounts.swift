import GRDB

/// What has arrived in one stream, of the events that match a query.
struct ArrivalCounts: Sendable, Hashable {
    var accepted = 0
    var repeats = 0
    var invalid = 0
    var error = 0
    /// When the first and the last event arrived; `nil` without events.
    var first: String?
    var last: String?

    var rejected: Int { invalid + error }
}

extension ArrivalCounts {
    /// Counts by stream. Events without `meta.stream` are under the empty name. The limit of the query has no effect.
    static func counts(of query: EventQuery, in database: Database) throws -> [String: ArrivalCounts] {
        let selections = query.selections(
            of: "stream, received_at, repeats, 'accepted' AS status",
            rejected: "stream, received_at, 0 AS repeats, status")
        guard !selections.isEmpty else { return [:] }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT stream, status, count(*) AS n, sum(repeats) AS repeats, min(received_at) AS first,
                    max(received_at) AS last
                FROM (\(selections.joined(separator: " UNION ALL "))) GROUP BY stream, status
                """, arguments: StatementArguments(query.arguments))
        var counts: [String: ArrivalCounts] = [:]
        while let row = try rows.next() {
            let record = StoredRecord(row: row)
            try counts[record.text("stream"), default: ArrivalCounts()].add(record)
        }
        return counts
    }

    private mutating func add(_ record: StoredRecord) throws {
        let count = try record.count("n")
        switch ReceivedEvent.Rejection.Status(rawValue: try record.text("status")) {
        case .invalid: invalid = count
        case .error: error += count
        case nil: (accepted, repeats) = (count, try record.count("repeats"))
        }
        let (start, end) = (try record.text("first"), try record.text("last"))
        (first, last) = (min(first ?? start, start), max(last ?? end, end))
    }
}
