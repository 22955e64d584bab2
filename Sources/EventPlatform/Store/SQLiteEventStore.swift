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
        do {
            try StoreSchema.refuseForeignFile(at: path)
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try StoreSchema.migrate(queue, path: path)
            // Only now, since it writes to the file: until here it might have been somebody else's.
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            }
        } catch let error as DatabaseError {
            throw StoreError(opening: path, error)
        }
    }

    package func load() throws -> StoredState {
        try queue.read { database in
            var state = StoredState()
            state.ledger = try Ledger(rows: database)
            state.heldSubmissions = try Row.fetchAll(database, sql: "SELECT * FROM held ORDER BY number").map {
                HeldSubmission(number: $0["number"], stream: $0["stream"], json: Array($0["json"] as Data))
            }
            for row in try Row.fetchAll(database, sql: "SELECT name, value FROM setting") {
                state.values[row["name"]] = row["value"]
            }
            return state
        }
    }

    package func commit(_ transaction: StoreTransaction) throws -> [NewEvent] {
        try queue.write { database in
            let duplicates = try Self.add(transaction.added, to: database)
            try Self.execute("DELETE FROM event WHERE row = ?", transaction.removed, database)
            for id in transaction.remembered {
                try database.cachedStatement(sql: "INSERT OR IGNORE INTO finished (id) VALUES (?)").execute(arguments: [
                    id
                ])
            }
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

    package func destinations() throws -> [String] {
        try queue.read { database in
            // Steps from one destination to the next through the index, however many events each has.
            try String.fetchAll(
                database,
                sql: """
                    WITH RECURSIVE found (name) AS (
                        SELECT min(destination) FROM event
                        UNION ALL
                        SELECT (SELECT min(destination) FROM event WHERE destination > name) FROM found
                        WHERE name IS NOT NULL
                    )
                    SELECT name FROM found WHERE name IS NOT NULL
                    """)
        }
    }

    package func events(beyond limit: AgeLimit) throws -> [(row: Int64, stream: String)] {
        try queue.read { database in
            let ofThisBoot = try Row.fetchAll(
                database, sql: "SELECT row, stream FROM event WHERE boot_id = ? AND since_boot < ?",
                arguments: [limit.bootID, limit.bootTime])
            let ofOthers = try Row.fetchAll(
                database, sql: "SELECT row, stream FROM event WHERE stored_at < ? AND boot_id <> ?",
                arguments: [limit.wallTime?.milliseconds, limit.bootID])
            return (ofThisBoot + ofOthers).map { ($0["row"], $0["stream"]) }
        }
    }

    package func value(named name: String) throws -> String? {
        try queue.read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
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
            sql:
                "INSERT OR IGNORE INTO event (id, stream, destination, stored_at, boot_id, since_boot, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        return try events.filter { event in
            if try Bool.fetchOne(known, arguments: [event.id]) != nil { return true }
            try insert.execute(
                arguments: [
                    event.id, event.stream, event.destination, event.storedAt.wall.milliseconds, event.storedAt.bootID,
                    event.storedAt.sinceBoot, Data(event.body),
                ])
            return database.changesCount == 0
        }
    }

    private static func hold(_ submissions: [HeldSubmission], in database: Database) throws {
        for held in submissions {
            try database.cachedStatement(sql: "INSERT INTO held (number, stream, json) VALUES (?, ?, ?)")
                .execute(arguments: [held.number, held.stream, Data(held.json)])
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
