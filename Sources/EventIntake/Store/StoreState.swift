import EventSchema
import GRDB

/// The last position of a store, and what it has removed, at the time of one transaction.
///
/// A removal is recorded in the table `removed`, in the transaction that removes. A transaction that reads events and
/// then the state therefore sees the removals of exactly the events that it no longer finds: the number is neither
/// older nor newer than the events.
struct StoreState: Sendable, Hashable {
    /// Why events were removed: to make room for others of their kind, or by `DELETE /events`.
    enum Reason: String, CaseIterable {
        case accepted, rejected, errorEvents, request

        /// The reasons of removals that make room.
        fileprivate static let kinds = allCases.filter { $0 != .request }
    }

    /// The last position that was given to an event that is or was in the tables.
    private(set) var newest: Int64 = 0
    /// The number of removals. It never falls.
    private(set) var removals = 0
    /// The position up to which events were removed, by the reason.
    private var positions: [Reason: Int64] = [:]

    /// The state of a store from which nothing was removed.
    init() {}

    /// Reads the state.
    init(_ database: Database) throws {
        newest = try StoreFile.lastPosition(database)
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT reason, position, times FROM removed"))
        while let row = try rows.next() {
            let record = StoredRecord(row: row)
            guard let reason = Reason(rawValue: try record.text("reason")) else {
                throw record.damage("reason", "is not known")
            }
            positions[reason] = try record.position("position")
            removals += try record.count("times")
        }
    }

    /// Records that the events up to a position were removed.
    static func recordRemoval(_ reason: Reason, upTo position: Int64, in database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE removed SET position = max(position, ?), times = times + 1 WHERE reason = ?"
        ).execute(arguments: [position, reason.rawValue])
        guard database.changesCount == 0 else { return }
        try database.cachedStatement(sql: "INSERT INTO removed (reason, position, times) VALUES (?, ?, 1)")
            .execute(arguments: [reason.rawValue, position])
    }

    /// The members of the responses that have the state.
    var members: [(String, JSONValue)] {
        let removed = Reason.kinds.map { ($0.rawValue, JSONValue.number(positions[$0] ?? 0)) }
        return [
            ("newest", .number(newest)), ("removals", .number(removals)), ("removed", .object(JSONObject(removed))),
        ]
    }

    /// The schemas of ``members``.
    static var schemas: [(String, JSONValue)] {
        let integer: JSONValue = ["type": "integer"]
        let removed: JSONValue = [
            "type": "object", "required": .array(Reason.kinds.map { .string($0.rawValue) }),
            "properties": .object(JSONObject(Reason.kinds.map { ($0.rawValue, integer) })),
        ]
        return [("newest", integer), ("removals", integer), ("removed", removed)]
    }
}
