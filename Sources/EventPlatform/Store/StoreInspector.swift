package import EventSchema
import Foundation
import GRDB

/// Looks into a store file without changing it, also beside the client that owns it.
package struct StoreInspector {
    /// A waiting event, without its body.
    package struct Item: Sendable {
        package let row: Int64
        package let id: String
        package let stream: String
        package let destination: String
        package let storedAt: Timestamp
        package let attempts: Int
        package let bytes: Int
    }

    private let queue: DatabaseQueue

    /// Opens an existing store for reading.
    ///
    /// - Throws: ``StoreError`` when there is no such file, or it is no store.
    package init(path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError(
                .unavailable, path: path, "does not exist; name the file that `send --store` or an app's client writes")
        }
        try StoreSchema.refuseForeignFile(at: path)
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            let owner = try queue.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
            guard owner == StoreSchema.applicationID else {
                throw StoreError(.foreignDatabase, path: path, "is another program's database; name an event store")
            }
        } catch let error as DatabaseError {
            throw StoreError(opening: path, error)
        }
    }

    /// What waits, how old and how large it is, and the ledger.
    package func statistics(now: Timestamp) throws -> JSONObject {
        try queue.read { database in
            let row = try Row.fetchOne(
                database,
                sql:
                    "SELECT count(*) AS n, sum(length(body)) AS bytes, min(stored_at) AS oldest, max(stored_at) AS newest FROM event"
            )
            let held = try Int.fetchOne(database, sql: "SELECT count(*) FROM held") ?? 0
            let oldest: Int64? = row?["oldest"]
            let newest: Int64? = row?["newest"]
            var destinations = JSONObject()
            for row in try Row.fetchAll(
                database, sql: "SELECT destination, count(*) AS n FROM event GROUP BY destination ORDER BY destination")
            {
                destinations[row["destination"]] = .number(row["n"] as Int)
            }
            return [
                "waiting": .number(row?["n"] as Int? ?? 0), "held": .number(held),
                "bytes": .number(row?["bytes"] as Int? ?? 0),
                "oldest": oldest.map { .string(Timestamp(milliseconds: $0).iso8601) } ?? .null,
                "newest": newest.map { .string(Timestamp(milliseconds: $0).iso8601) } ?? .null,
                "oldestAgeSeconds": oldest.map { .number(max(0, now.milliseconds - $0) / 1000) } ?? .null,
                "destinations": .object(destinations),
                "ledger": .object(try Ledger(rows: database).json),
                "sqlite": .string(try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""),
            ]
        }
    }

    /// Calls `body` with each waiting event, oldest first, without holding more than one in memory.
    package func forEachEvent(_ body: (Item, _ json: [UInt8]) throws -> Void) throws {
        try queue.read { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM event ORDER BY row")
            while let row = try rows.next() {
                let json = Array(row["body"] as Data)
                let item = Item(
                    row: row["row"], id: row["id"], stream: row["stream"], destination: row["destination"],
                    storedAt: Timestamp(milliseconds: row["stored_at"]), attempts: row["attempts"], bytes: json.count)
                try body(item, json)
            }
        }
    }
}
