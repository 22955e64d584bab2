import EventSchema
import Foundation
import GRDB

/// What a store holds of a query's events: their numbers, those of the minutes of the last hour, and the rejected ones
/// by finding. Everything is of one moment.
struct MatchingCounts: Sendable {
    private let state: StoreState
    private let now: String
    private var accepted = 0
    private var rejected = 0
    private var oldest: String?
    private let minutes: MinuteCounts
    private let findings: RejectionGroups
    /// Whether the findings are those of all rejected events.
    private let isComplete: Bool

    /// The maximum number of rejected events whose reasons are read, so that it takes well below a second.
    static let maximumRejected = 2000

    fileprivate init(of query: EventQuery, at now: Date, in database: Database) throws {
        state = try StoreState(database)
        self.now = now.intakeTime
        minutes = try MinuteCounts(of: query, at: now, in: database)
        let page = try query.newestRejected(in: database)
        findings = RejectionGroups(page.events)
        isComplete = findings.isComplete && !page.hasMore
        let columns = "count(*) AS n, min(received_at) AS oldest"
        let totals = query.selections(
            of: "'accepted' AS status, \(columns)", rejected: "'rejected' AS status, \(columns)")
        guard !totals.isEmpty else { return }
        let rows = try Row.fetchCursor(
            database, sql: totals.joined(separator: " UNION ALL "), arguments: StatementArguments(query.arguments))
        while let row = try rows.next() {
            let record = StoredRecord(row: row)
            let count = try record.count("n")
            if try record.text("status") == "accepted" { accepted = count } else { rejected = count }
            if let time = try record.optionalText("oldest") { oldest = min(oldest ?? time, time) }
        }
    }

    /// The response to `GET /counts/matching`, with the name of the store.
    func json(ofStore store: String) -> JSONValue {
        let counts: [(String, JSONValue)] = [
            ("now", .string(now)), ("accepted", .number(accepted)), ("rejected", .number(rejected)),
            ("oldest", oldest.map(JSONValue.string) ?? .null), ("minutes", minutes.json), ("findings", findings.json),
            ("isComplete", .bool(isComplete)),
        ]
        return .object(JSONObject([("store", .string(store))] + state.members + counts))
    }

    /// The schema of the response.
    static let schema: JSONValue = [
        "type": "object",
        "required": [
            "store", "newest", "removals", "removed", "now", "accepted", "rejected", "oldest", "minutes", "findings",
            "isComplete",
        ],
        "properties": .object(
            JSONObject(
                StoreState.schemas + [
                    ("store", ["type": "string"]), ("now", ["type": "string"]), ("accepted", ["type": "integer"]),
                    ("rejected", ["type": "integer"]), ("oldest", ["type": ["string", "null"]]),
                    ("minutes", MinuteCounts.schema), ("findings", RejectionGroups.schema),
                    ("isComplete", ["type": "boolean"]),
                ])),
    ]
}

extension EventQuery {
    /// The newest rejected events of those that match.
    fileprivate func newestRejected(in database: Database) throws -> QueryPage<RejectionGroups.Entry> {
        guard valid != true else { return QueryPage(events: [], next: 0, hasMore: false) }
        var query = self
        (query.valid, query.isNewestFirst, query.limit) = (false, true, MatchingCounts.maximumRejected)
        let form = EventForm { RejectionGroups.Entry(try ReceivedEvent($0, body: .null)) }
        return try query.page(of: form, in: database)
    }
}

extension IntakeStore {
    /// Counts all events that match a query.
    ///
    /// - Parameters:
    ///   - query: which events to count; its limit has no effect.
    ///   - now: the end of the last hour. The default is the current time.
    /// - Returns: the counts.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    /// - Complexity: linear in the number of events in the store.
    func matching(_ query: EventQuery, at now: Date = Date()) async throws -> MatchingCounts {
        try await read { try MatchingCounts(of: query, at: now, in: $0) }
    }
}
