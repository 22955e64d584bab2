import EventSupport
import Foundation
import GRDB

/// The event store in one SQLite file: write-ahead log, one connection, prepared statements.
///
/// One client at a time owns the file, which a lock beside it sees to. What a committed event survives is
/// ``StoreSettings/durability``.
public final class SQLiteEventStore: EventStore {
    let path: String
    let settings: StoreSettings
    private let queue: DatabaseQueue
    private let lock: StoreLock
    /// Whether nothing may touch the file any more.
    private let isClosed = Locked(false)
    /// Changed only within a transaction, so that it is in step with the file: `queue` runs one at a time.
    private let memory: Locked<StoreMemory>
    /// Where other clients leave events for this store; `nil` for a file that takes in no others.
    private let namespace: StoreNamespace?
    /// Files beside this one that cannot be taken in. The lock is held while others are, so that one thread does that.
    private let unusable = Locked(Set<String>())
    /// What was taken in without anybody having heard of it yet.
    private let unheard = Locked(StoreMaintenance())
    private let watch = Locked<StoreWatch?>(nil)

    /// Opens or creates a store file, takes its lock, and takes in what other clients have left beside it.
    ///
    /// - Throws: ``StoreError`` naming the file and the remedy.
    public convenience init(path: String, settings: StoreSettings = StoreSettings()) throws {
        try self.init(path: path, settings: settings, namespace: nil)
    }

    /// - Parameter isVisit: whether another client's file is opened only to take it in.
    init(path: String, settings: StoreSettings, namespace: StoreNamespace?, isVisit: Bool = false) throws {
        (self.path, self.settings, self.namespace) = (path, settings, namespace)
        lock = try StoreLock(path: path + ".lock", isVisit: isVisit)
        do {
            try StoreSchema.refuseForeignFile(at: path)
            StoreProtection.create(path)
            queue = try StoreConnection.open(path)
            try StoreSchema.migrate(queue, path: path)
            // Only now, since it writes to the file: until here it might have been somebody else's.
            try StoreConnection.beginLog(queue, settings.durability)
            try StoreProtection.apply(settings, to: path)
            memory = Locked(try queue.read { try StoreMemory(reading: $0) })
        } catch let error as DatabaseError {
            throw StoreError(opening: path, error)
        }
        try takeInNeighbours()
        report { ($0.ledger, $0.held) = (Ledger(), []) }  // whoever loads the store has these from there
    }

    /// The version of SQLite that the system has, as `sqlite_version()` gives it.
    public static var sqliteVersion: String {
        // A connection to nothing; where not even that opens there is no SQLite to speak of.
        do {
            return try DatabaseQueue().inDatabase { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
        } catch {
            return "unknown"
        }
    }

    /// What an earlier process left.
    public func load() throws -> StoredState {
        try onFile { database in
            var state = StoredState()
            state.ledger = try StoreAccount(reading: database, known).ledger
            state.heldSubmissions = try Row.fetchAll(database, sql: "SELECT * FROM held ORDER BY number").map { row in
                let sealed = Array(try row.value("json") as Data)
                return HeldSubmission(
                    number: try row.heldNumber, stream: try row.value("stream"),
                    json: try settings.cipher?.open(sealed) ?? sealed)
            }
            for row in try Row.fetchAll(database, sql: "SELECT name, value FROM setting") {
                state.values[try row.value("name")] = try row.value("value") as String
            }
            return state
        }
    }

    /// Makes a change durable, whole or not at all.
    public func commit(_ transaction: StoreTransaction) throws -> Ledger { try commit(transaction) { _ in } }

    /// Makes a change durable together with what `more` writes.
    ///
    /// On a full disk what the log holds goes into the file, mostly over pages that are there already, and the change is
    /// tried once more: so events can be delivered, and leave, where none can come in.
    func commit(_ transaction: StoreTransaction, and more: (Database) throws -> Void) throws -> Ledger {
        do {
            return try commitOnce(transaction, and: more)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            try onFile { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            return try commitOnce(transaction, and: more)
        }
    }

    private func commitOnce(_ transaction: StoreTransaction, and more: (Database) throws -> Void) throws -> Ledger {
        try onFile { database in
            var writer = StoreWriter(database, settings, memory.withLock(\.self))
            try database.inTransaction(.immediate) {
                try writer.carryOut(transaction)
                try more(database)
                return .commit
            }
            // The file has it: only now may it be known.
            memory.withLock { [memory = writer.memory] in $0 = memory }
            return writer.counted
        }
    }

    /// Takes waiting events of a destination for sending.
    public func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) throws -> [StoredEvent] {
        try onFile { database in
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
        try onFile { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
    }

    /// Rewrites the file without what was removed, and empties its log.
    ///
    /// - Throws: ``StoreError`` when another program reads the file meanwhile: then what was removed is still in it.
    public func erase() throws {
        try onFile { database in
            try emptyLog(database)  // first, since what VACUUM writes could not leave the log either
            try database.execute(sql: "VACUUM")
            try emptyLog(database)
        }
    }

    private func emptyLog(_ database: Database) throws {
        // Busy means that somebody reads the file as it was, so that it cannot be overwritten.
        let isBusy = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true
        guard !isBusy else {
            throw StoreError(
                .unavailable, path: path,
                "is being read by another program, so that what was removed is still in the file; end that program and try again"
            )
        }
    }

    /// Takes in what other clients have left beside the file since.
    public func maintain() throws -> StoreMaintenance {
        try takeInNeighbours()
        return unheard.withLock { unheard in
            defer { unheard = StoreMaintenance() }
            return unheard
        }
    }

    /// Adds to what the next ``maintain()`` tells.
    func report(_ change: @Sendable (inout StoreMaintenance) -> Void) { unheard.withLock(change) }

    /// Calls `notify` when another client has left something beside the file, after it was taken in.
    public func onOutsideEvents(_ notify: @escaping @Sendable () -> Void) {
        guard let namespace else { return }
        let watch = StoreWatch(namespace) { [weak self] in
            self?.takeInUnasked()
            notify()
        }
        self.watch.withLock { $0 = watch }
    }

    private func takeInUnasked() {
        do { try takeInNeighbours() } catch { report { [error] in $0.remarks.append("\(error)") } }
    }

    /// Takes in what others have left, for ``maintain()`` to tell of. Whoever comes meanwhile waits, and tells of that too.
    private func takeInNeighbours() throws {
        guard let namespace else { return }
        try unusable.withLock { unusable in
            let news = try SpoolIntake(namespace: namespace, settings: settings).run(into: self, unusable: &unusable)
            report { $0 += news }
        }
    }

    /// Closes the file and lets go of its lock.
    public func close() throws {
        try end()
        lock.release()
    }

    private func end() throws {
        watch.withLock { watch in
            watch?.end()
            watch = nil
        }
        isClosed.withLock { $0 = true }
        try queue.close()
    }

    /// Closes the file and removes its lock, so that nothing but the file is left.
    func closeWithoutTrace() throws {
        try end()
        try FileManager.default.removeItem(atPath: path + ".lock")
        lock.release()
    }

    /// Closes the file and removes it.
    func remove() throws {
        try end()
        try StoreNamespace.remove(URL(fileURLWithPath: path))  // still locked: nobody opens it meanwhile
        lock.release()
    }

    /// What the owner knows at this moment.
    var known: StoreMemory { memory.withLock(\.self) }

    /// Works on the file, alone. What reads in several steps sees one state, since nobody else writes.
    func onFile<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try queue.inDatabase { database in
            guard !isClosed.withLock(\.self) else { throw StoreError(.unavailable, path: path, "has been closed") }
            return try work(database)
        }
    }

    private func read<Value>(_ work: (StoreReader) throws -> Value) throws -> Value {
        try onFile { try work(StoreReader($0, memory.withLock(\.self))) }
    }
}
