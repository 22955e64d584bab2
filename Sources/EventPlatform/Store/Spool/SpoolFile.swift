import EventSupport
import Foundation
import GRDB

/// A file beside the store file, opened to import from it.
///
/// The writer of a spool may have it open at the same time: each change is one short transaction under SQLite's locks.
/// Rows are claimed before they are imported, and the writer does not change claimed rows. So no event is both dropped
/// by the writer and imported by the owner.
final class SpoolFile: Sendable {
    let url: URL
    /// The lock of the file's writer; `nil` while another client holds it.
    private let lock: StoreLock?
    private let settings: StoreSettings
    private let queue: DatabaseQueue

    /// The maximum number of events in one slice.
    static let eventsPerSlice = 500
    /// How long SQLite waits for a lock of the file's writer, in seconds. What is locked for longer, as by a process
    /// that the system has suspended, has its turn in the next cycle: meanwhile the client would do nothing else.
    private static let busyTimeout = 0.25

    /// Opens a file. `lock` is the lock of the file's writer; `nil` while another client holds it.
    ///
    /// - Throws: ``StoreError``.
    init(_ url: URL, lock: StoreLock?, settings: StoreSettings) throws {
        (self.url, self.lock, self.settings) = (url, lock, settings)
        do {
            if let lock {
                try StoreSchema.requireSQLiteFile(at: url.path)
                try lock.checkFiles()
            }
            queue = try StoreConnection.open(url.path, busyTimeout: Self.busyTimeout)
        } catch let error as DatabaseError {
            throw StoreError(opening: url.path, error)
        }
    }

    /// Whether the client that wrote it has ended.
    var isAbandoned: Bool { lock != nil }

    /// Whether the file has all its tables. One that does not has no events: its writer is creating it, or ended while
    /// it did.
    ///
    /// - Throws: ``StoreError`` when the file belongs to another program or a newer version.
    func isReady() throws -> Bool { try queue.read { try StoreSchema.isComplete($0, path: url.path) } }

    /// Whether the file has the mark of a namespace.
    func isPart(of namespace: StoreNamespace) throws -> Bool {
        try queue.read { try StoreSchema.namespaceID($0) == namespace.id }
    }

    /// Whether the file has something, and all of it is from before a refusal.
    func isOfBeforeRefusal(_ refusals: Int64) throws -> Bool {
        try queue.read { database in
            guard try StoreCounters(reading: database).precede(refusals) else { return false }
            let sql = "SELECT EXISTS (SELECT 1 FROM event) OR EXISTS (SELECT 1 FROM held)"
            return try Bool.fetchOne(database, sql: sql) ?? false
        }
    }

    /// The id that the file got when it was created.
    func id() throws -> String { try queue.read { try String.fetchOne($0, sql: "SELECT id FROM store") } ?? url.path }

    /// Claims the next rows and returns them. When there is a claim that was not imported, it returns that one.
    ///
    /// - Parameter imported: the number of the last imported claim; `nil` when none was imported from this file.
    /// - Returns: the claimed events and held submissions; without any, and with the number `imported`, when the file
    ///   has none left.
    /// - Throws: GRDB's `DatabaseError` when the file cannot be read or written; the cipher's error, or ``StoreError``
    ///   without a cipher, when an entry cannot be decrypted.
    func claim(after imported: Int?) throws -> SpoolSlice {
        try queue.write { database in
            var counters = try StoreCounters(reading: database)
            if counters.claim <= imported ?? 0 {
                try Self.removeClaimed(database, &counters)
                try claimNext(database, &counters)
            }
            var slice = SpoolSlice(claim: counters.claim)
            slice.remarks = try readEvents(database, upTo: counters.claimedRow, &slice.events)
            slice.heldSubmissions = try Row.fetchAll(
                database, sql: "SELECT * FROM held WHERE claim IS NOT NULL ORDER BY number"
            ).map { try HeldSubmission($0, settings.cipher) }
            if imported == nil {
                slice.deliveredIDs = try StoredID.fetchAll(database, sql: "SELECT id FROM finished").map(\.text)
            }
            slice.outcomes = try Ledger(reading: database).entries.filter { $0.outcome != "submitted" }
            return slice
        }
    }

    /// Claims the next events in the order of arrival and, when the writer has ended, its held submissions.
    private func claimNext(_ database: Database, _ counters: inout StoreCounters) throws {
        let last = try Int64.fetchOne(
            database,
            sql: "SELECT max(row) FROM (SELECT row FROM event WHERE row > ? ORDER BY row LIMIT ?)",
            arguments: [counters.claimedRow, Self.eventsPerSlice])
        let held = isAbandoned ? try Int.fetchOne(database, sql: "SELECT count(*) FROM held") ?? 0 : 0
        guard last != nil || held > 0 else { return }
        counters.claim += 1
        counters.claimedRow = last ?? counters.claimedRow
        if held > 0 { try database.execute(sql: "UPDATE held SET claim = ?", arguments: [counters.claim]) }
        try counters.write(to: database)
    }

    /// Reads the claimed events. Those that do not match their checksum are moved to the table `damaged`.
    ///
    /// - Returns: a message for each of those.
    private func readEvents(_ database: Database, upTo last: Int64, _ events: inout [NewEvent]) throws -> [String] {
        let cache = try StoreCache(reading: database)
        let reader = StoreReader(database: database, cache: cache, cipher: settings.cipher)
        let found = try reader.newEvents(upTo: last)
        if let failure = found.failure { throw failure }
        events = found.events
        guard !found.damaged.isEmpty else { return [] }
        var writer = try StoreWriter(database, settings, cache)
        let remarks = try writer.setAside(found.damaged)
        try writer.end()
        return remarks
    }

    /// What a file still has after an import.
    struct Remainder: Sendable, Hashable {
        var hasEvents: Bool
        var hasHeld: Bool
        var isEmpty: Bool { !hasEvents && !hasHeld }
    }

    /// Removes the claimed rows after they were imported.
    func removeClaimed() throws -> Remainder {
        try queue.write { database in
            var counters = try StoreCounters(reading: database)
            try Self.removeClaimed(database, &counters)
            return Remainder(
                hasEvents: try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM event)") ?? false,
                hasHeld: try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM held)") ?? false)
        }
    }

    /// Counts the claimed events and submissions as those of another file, so that the account matches what is left.
    private static func recordImported(_ database: Database, upTo last: Int64) throws {
        let claimed = try Row.fetchAll(
            database,
            sql: """
                SELECT name, count(*) FROM (
                SELECT coalesce(name, ?) AS name FROM event LEFT JOIN stream ON stream.number = event.stream
                WHERE row <= ? UNION ALL SELECT stream FROM held WHERE claim IS NOT NULL) GROUP BY name
                """,
            arguments: [StoreCache.unknownStream, last])
        for row in claimed {
            let entry = Ledger.Entry(
                stream: try row.value(at: 0), outcome: StoredAccount.imported, count: try row.count(at: 1))
            try StoreWriter.record(entry, in: database)
        }
    }

    private static func removeClaimed(_ database: Database, _ counters: inout StoreCounters) throws {
        let last = counters.claimedRow
        try recordImported(database, upTo: last)
        let sizes = try Row.fetchOne(
            database, sql: "SELECT count(*) AS events, total(length(body)) AS bytes FROM event WHERE row <= ?",
            arguments: [last])
        if let events = Int.fromDatabaseValue(sizes?["events"] ?? .null), events > 0 {
            counters.totals.events -= events
            counters.totals.bytes -= Int.fromDatabaseValue(sizes?["bytes"] ?? .null) ?? 0
            try database.execute(sql: "DELETE FROM event WHERE row <= ?", arguments: [last])
            try database.execute(sql: "DELETE FROM retry WHERE row <= ?", arguments: [last])
            // The newest arrival stays, since later events of the writer may belong to it.
            try database.execute(
                sql: "DELETE FROM arrival WHERE row < (SELECT max(row) FROM arrival WHERE row <= ?)",
                arguments: [last + 1])
            try counters.write(to: database)
        }
        try database.execute(sql: "DELETE FROM held WHERE claim IS NOT NULL")
    }

    /// Closes the file, which the next import opens again.
    func close() throws {
        try queue.close()
        lock?.release()
    }

    /// Removes the file. Its writer must have ended.
    func remove() throws {
        try queue.close()
        try StoreNamespace.remove(url)
        lock?.release()
    }
}

/// Rows of a file beside the store file that one transaction imports.
struct SpoolSlice: Sendable {
    /// The number of the claim.
    let claim: Int
    var events: [NewEvent] = []
    var heldSubmissions: [HeldSubmission] = []
    /// The ids of delivered events, with the first import from a file only.
    var deliveredIDs: [String] = []
    /// The counts of the file's ledger since its creation, without `submitted`.
    var outcomes: [Ledger.Entry] = []
    /// Messages for a developer.
    var remarks: [String] = []

    init(claim: Int) { self.claim = claim }
}

extension StoreReader {
    /// The events up to a row in the order of arrival, as they were added.
    func newEvents(upTo last: Int64) throws -> QueryResult<NewEvent> {
        var found = QueryResult<NewEvent>()
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(StoredRow.columns), is_given, number FROM event WHERE row <= ? ORDER BY row",
            arguments: [last])
        while let row = try rows.next() {
            let number: Int64 = try row.value("row")
            found.add(number) { try newEvent(row, storedAt: try arrivalOrDistantPast(of: number)) }
        }
        return found
    }

    private func newEvent(_ row: Row, storedAt: StorageTime) throws -> NewEvent {
        let stored = try StoredRow(row)
        guard let queue = cache.queues[stored.queue] else {
            throw DatabaseError.damaged("the queue of a row is unknown")
        }
        var event = NewEvent(
            id: stored.id.text, stream: try stream(stored.stream), destination: queue.destination,
            priority: queue.priority, storedAt: storedAt, body: try stored.unsealedBody(cipher))
        event.isIDGenerated = !(try row.value("is_given") as Bool)
        event.isNumbered = try row.valueIfAny("number") as Int64? != nil
        event.awaitedSchema = stored.schema
        return event
    }
}
