import Foundation
import GRDB

/// The event store in one SQLite file: write-ahead log, one connection, prepared statements.
///
/// One client at a time owns the file, which a lock beside it sees to. What a committed event survives is
/// ``StoreSettings/durability``.
public final class SQLiteEventStore: EventStore {
    private let queue: DatabaseQueue
    private let lock: StoreLock
    private let settings: StoreSettings
    /// Changed only within a transaction, so that it is in step with the file: `queue` runs one at a time.
    private let memory: Locked<StoreMemory>

    /// Opens or creates a store file and takes its lock.
    ///
    /// - Throws: ``StoreError`` naming the file and the remedy.
    public init(path: String, settings: StoreSettings = StoreSettings()) throws {
        self.settings = settings
        lock = try StoreLock(path: path + ".lock")
        do {
            try StoreSchema.refuseForeignFile(at: path)
            queue = try StoreConnection.open(path)
            try StoreSchema.migrate(queue, path: path)
            // Only now, since it writes to the file: until here it might have been somebody else's.
            try StoreConnection.beginLog(queue, settings.durability)
            memory = Locked(try queue.read { try StoreMemory(reading: $0) })
        } catch let error as DatabaseError {
            throw StoreError(opening: path, error)
        }
    }

    /// What an earlier process left.
    public func load() throws -> StoredState {
        try queue.read { database in
            var state = StoredState()
            state.ledger = try Ledger(rows: database)
            state.heldSubmissions = try Row.fetchAll(database, sql: "SELECT * FROM held ORDER BY number").map { row in
                let sealed = Array(row["json"] as Data)
                return HeldSubmission(
                    number: row["number"], stream: row["stream"], json: try settings.cipher?.open(sealed) ?? sealed)
            }
            for row in try Row.fetchAll(database, sql: "SELECT name, value FROM setting") {
                state.values[row["name"]] = row["value"]
            }
            return state
        }
    }

    /// Makes a change durable, whole or not at all.
    public func commit(_ transaction: StoreTransaction) throws -> Ledger {
        try queue.writeWithoutTransaction { database in
            var writer = StoreWriter(database, settings, memory.withLock(\.self))
            try database.inTransaction(.immediate) {
                try writer.carryOut(transaction)
                return .commit
            }
            // The file has it: only now may it be known.
            memory.withLock { [memory = writer.memory] in $0 = memory }
            return writer.counted
        }
    }

    /// Takes waiting events of a destination for sending.
    public func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) throws -> [StoredEvent] {
        try queue.read { database in
            memory.withLock { $0.leases.expire(now: lease.now) }
            let reader = StoreReader(database, memory.withLock(\.self))
            let events = try reader.events(for: destination, after: row, limit: limit, settings.cipher)
            memory.withLock { $0.leases.take(events.map(\.row), until: lease.deadline) }
            return events
        }
    }

    /// Ends the lease of events about which nothing has become known.
    public func giveBack(_ rows: [Int64]) {
        // On the queue, so that no transaction overwrites it with what it has read before.
        queue.inDatabase { _ in memory.withLock { $0.leases.end(rows) } }
    }

    /// The destinations that have waiting events, sorted.
    public func destinations() throws -> [String] { try read { try $0.destinations() } }

    /// Events that are too old.
    public func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try read { try $0.expired(by: limit, atMost: count) }
    }

    /// Waiting events.
    public func waiting(atMost count: Int) throws -> [Int64] { try read { try $0.rows(atMost: count) } }

    /// A setting of the client that a transaction has kept.
    public func value(named name: String) throws -> String? {
        try queue.read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
    }

    /// Rewrites the file without what was removed, and empties its log.
    public func erase() throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Closes the file and lets go of its lock.
    public func close() throws {
        try queue.close()
        lock.release()
    }

    private func read<Value>(_ work: (StoreReader) throws -> Value) throws -> Value {
        try queue.read { try work(StoreReader($0, memory.withLock(\.self))) }
    }
}
