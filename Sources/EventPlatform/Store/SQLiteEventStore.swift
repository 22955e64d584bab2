import Foundation
import GRDB

/// The event store in one SQLite file: write-ahead log, one connection, prepared statements.
///
/// Survives the end of the process at any moment (`synchronous=NORMAL` with a write-ahead log); a power failure may
/// cost the last transactions, never the file.
package final class SQLiteEventStore: EventStore {
    private let queue: DatabaseQueue
    private let lock: StoreLock

    /// Opens or creates a store file and takes its lock.
    ///
    /// - Throws: ``StoreError`` naming the file and the remedy.
    package init(path: String) throws {
        lock = try StoreLock(path: path + ".lock")
        var configuration = GRDB.Configuration()
        configuration.label = "EventPlatform.store"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        }
        do {
            try StoreSchema.refuseForeignFile(at: path)
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try StoreSchema.migrate(queue, path: path)
        } catch let error as DatabaseError {
            throw StoreError(opening: path, error)
        }
    }

    package func load() throws -> StoredState {
        try queue.read { database in
            var state = StoredState()
            state.ledger = try Ledger(rows: database)
            state.heldSubmissions = try Row.fetchAll(database, sql: "SELECT number, json FROM held ORDER BY number")
                .map { ($0["number"], Array($0["json"] as Data)) }
            for row in try Row.fetchAll(database, sql: "SELECT name, value FROM setting") {
                state.values[row["name"]] = row["value"]
            }
            return state
        }
    }

    package func commit(_ transaction: StoreTransaction) throws -> [NewEvent] {
        try queue.write { database in
            let duplicates = try Self.add(transaction.added, to: database)
            try Self.remove(transaction.removed, remember: transaction.remembersRemoved, from: database)
            try Self.execute("UPDATE event SET attempts = attempts + 1 WHERE row = ?", transaction.attempted, database)
            try Self.hold(transaction.held, in: database)
            try Self.execute("DELETE FROM held WHERE number = ?", transaction.released, database)
            var ledger = transaction.ledger
            for event in duplicates { ledger.countDropped(event.stream, .duplicate) }
            try Self.record(ledger, in: database)
            for (name, value) in transaction.values {
                try database.execute(
                    sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                    arguments: [name, value])
            }
            return duplicates
        }
    }

    package func events(for destination: String, after row: Int64, limit: Int) throws -> [StoredEvent] {
        try queue.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT row, id, stream, attempts, body FROM event
                    WHERE destination = ? AND row > ? ORDER BY row LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [destination, row, limit]).map { row in
                StoredEvent(
                    row: row["row"], id: row["id"], stream: row["stream"], attempts: row["attempts"],
                    body: Array(row["body"] as Data))
            }
        }
    }

    package func pendingCounts() throws -> [String: Int] {
        try queue.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT destination, count(*) AS n FROM event GROUP BY destination")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["destination"], $0["n"]) })
        }
    }

    package func events(storedBefore limit: Timestamp) throws -> [(row: Int64, stream: String)] {
        try queue.read { database in
            try Row.fetchAll(
                database, sql: "SELECT row, stream FROM event WHERE stored_at < ?", arguments: [limit.milliseconds]
            ).map { ($0["row"], $0["stream"]) }
        }
    }

    package func storedRange() throws -> ClosedRange<Timestamp>? {
        try queue.read { database in
            let oldest = try Int64.fetchOne(database, sql: "SELECT min(stored_at) FROM event")
            let newest = try Int64.fetchOne(database, sql: "SELECT max(stored_at) FROM event")
            guard let oldest, let newest else { return nil }
            return Timestamp(milliseconds: oldest)...Timestamp(milliseconds: newest)
        }
    }

    package func allEvents() throws -> [(row: Int64, stream: String)] {
        try queue.read { database in
            try Row.fetchAll(database, sql: "SELECT row, stream FROM event").map { ($0["row"], $0["stream"]) }
        }
    }

    package func close() throws {
        try queue.close()
        lock.release()
    }
}

// MARK: - Statements

extension SQLiteEventStore {
    private static func add(_ events: [NewEvent], to database: Database) throws -> [NewEvent] {
        guard !events.isEmpty else { return [] }
        let known = try database.cachedStatement(sql: "SELECT 1 FROM finished WHERE id = ?")
        let insert = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO event (id, stream, destination, stored_at, body) VALUES (?, ?, ?, ?, ?)")
        return try events.filter { event in
            if try Bool.fetchOne(known, arguments: [event.id]) != nil { return true }
            try insert.execute(
                arguments: [
                    event.id, event.stream, event.destination, event.storedAt.milliseconds, Data(event.body),
                ])
            return database.changesCount == 0
        }
    }

    private static func remove(_ rows: [Int64], remember: Bool, from database: Database) throws {
        if remember {
            try execute("INSERT OR IGNORE INTO finished SELECT id FROM event WHERE row = ?", rows, database)
        }
        try execute("DELETE FROM event WHERE row = ?", rows, database)
    }

    private static func hold(_ submissions: [(number: Int64, json: [UInt8])], in database: Database) throws {
        for held in submissions {
            try database.cachedStatement(sql: "INSERT INTO held (number, json) VALUES (?, ?)")
                .execute(arguments: [held.number, Data(held.json)])
        }
    }

    private static func record(_ ledger: Ledger, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO ledger (stream, outcome, count) VALUES (?, ?, ?)
                ON CONFLICT (stream, outcome) DO UPDATE SET count = count + excluded.count
                """)
        for (stream, outcome, count) in ledger.rows {
            try statement.execute(arguments: [stream, outcome, count])
        }
    }

    private static func execute(_ sql: String, _ keys: [Int64], _ database: Database) throws {
        guard !keys.isEmpty else { return }
        let statement = try database.cachedStatement(sql: sql)
        for key in keys { try statement.execute(arguments: [key]) }
    }
}
