import EventSupport
import Foundation
import GRDB

/// Writes a new store file with what can be read of an old one: its events or none of them, and the account.
struct StoreRebuilder {
    /// What the client that has the file open knows of it. What is known is not read.
    struct Known: Sendable {
        var cache: StoreCache
        var account: StoredAccount
        var counters: StoreCounters
    }

    /// What the new file has, compared with the account of the old one.
    struct Result {
        /// The counts that the account needs to match the file: of lost events, and of those that came back although
        /// they were over.
        var correction = Ledger()
        /// The number of events and held submissions in the new file.
        var kept = 0
        /// Whether the counts of the old file were lost.
        var beginsAccount = false
    }

    /// The old file.
    private let path: String
    /// The new file.
    private let new: String
    private let namespace: StoreNamespace?
    private let known: Known?
    /// The old file; `nil` if it cannot be read.
    private let old: DamagedStore?

    /// - Parameters:
    ///   - path: the old file.
    ///   - new: the path of the new file.
    ///   - namespace: the namespace that the new file is a spool or an alternative file of; `nil` for that of the old.
    ///   - known: what a client has in memory; `nil` if none has the file open.
    init(of path: String, to new: String, partOf namespace: StoreNamespace? = nil, known: Known? = nil) {
        (self.path, self.new, self.namespace, self.known) = (path, new, namespace, known)
        do { old = try DamagedStore(path: path) } catch { old = nil }
    }

    /// The last row number that was given, as far as it is known.
    private var counters: StoreCounters { known?.counters ?? old?.counters ?? StoreCounters() }

    /// The number of refusals that is kept beside the store; `nil` if nothing is.
    private var keptRefusals: Int64? { RefusalCount.kept(of: path, partOf: namespace) }

    /// The number of refusals so far. The counters of a damaged file may be of another time.
    private var refusals: Int64 { keptRefusals ?? RowNumber.refusals(before: counters.lastRow) }

    /// The counters of the old file, if its account has as many pending events. Otherwise they may be of the same
    /// earlier time as other pages, which would bear each other out.
    private var checkedCounters: StoreCounters? {
        guard let old, let counters = old.counters else { return nil }
        guard let account = knownAccount else { return counters }
        return account.pending == counters.totals.events + old.rows(of: .held).rows.count ? counters : nil
    }

    /// Writes a file with everything that can be read.
    ///
    /// - Throws: GRDB's `DatabaseError` when the file cannot be written.
    func salvage() throws -> Result {
        try write { database in
            try copyNames(to: database)
            for table in [StoreTable.arrival, .retry, .finished] { try copy(table, to: database) }
            try copyHeld(to: database)
            let places = old?.events(after: refusals, known?.counters ?? checkedCounters) ?? []
            let sequences = try insertEvents(at: places, into: database)
            try matchStates(database)
            return try writeAccount(to: database, sequences: sequences)
        }
    }

    /// Writes a file without any event.
    ///
    /// - Parameters:
    ///   - reason: the reason for which the events are counted as dropped.
    ///   - waiting: the stored events of each stream; `nil` for those that are pending by the account.
    ///   - held: the held submissions of each stream that are counted elsewhere.
    /// - Returns: what was dropped, as the correction of the account.
    /// - Throws: GRDB's `DatabaseError` when the file cannot be written.
    func writeEmpty(
        dropping reason: DropReason, waiting: [String: Int]?, held: [String: Int]
    ) throws -> Result {
        try write { database in
            try copyNames(to: database)  // their numbers stay, so that an earlier page has no others
            var account = knownAccount ?? StoredAccount()
            var result = Result()
            for stream in account.streams.union(waiting?.keys ?? [:].keys) {
                let count = waiting.map { $0[stream] ?? 0 } ?? account.pending(stream) - (held[stream] ?? 0)
                if count > 0 { result.correction.countDropped(stream, reason, count) }
            }
            account.add(result.correction)
            try write(account, sequences: [:], to: database)
            var counters = counters
            counters.refuseAll(keptRefusals ?? 0, isComplete: known != nil || old?.counters != nil)
            try counters.write(to: database)
            return result
        }
    }

    // MARK: - The file

    private func write(_ content: (Database) throws -> Result) throws -> Result {
        try StoreFileExchange.remove(new)
        StoreProtection.create(new)
        let queue = try StoreConnection.open(new)
        defer { do { try queue.close() } catch {} }  // the file is put into place, or removed, as it is
        try StoreConnection.setPageSize(queue)
        // It is complete, and on the disk, before it is put into place.
        try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        try StoreSchema.migrate(queue, path: new, partOf: namespace)
        return try queue.write { database in
            if namespace == nil, let mark = old?.namespaceID, mark > 0 {
                try database.execute(sql: "PRAGMA user_version = \(mark)")
            }
            if let id = old?.id { try database.execute(sql: "UPDATE store SET id = ?", arguments: [id]) }
            for table in [StoreTable.setting, .spool, .spoolLedger] { try copy(table, to: database) }
            return try content(database)
        }
    }

    // MARK: - Tables

    private func copy(_ table: StoreTable, to database: Database) throws {
        try insert(old?.rows(of: table).rows ?? [], into: table, database)
    }

    private func insert(_ rows: [[DatabaseValue]], into table: StoreTable, _ database: Database) throws {
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try database.cachedStatement(sql: "INSERT OR IGNORE INTO \(table.name) VALUES (\(places))")
        for row in rows { try statement.execute(arguments: StatementArguments(row)) }
    }

    /// Copies the names of streams and queues: by the client that has the file open, by the tables or by their copies.
    private func copyNames(to database: Database) throws {
        var streams = known?.cache.streams ?? [:]
        for row in names(StoreTable.stream, orOf: StoreTable.streamCopy) {
            guard let (number, name) = Self.stream(row), !streams.values.contains(name) else { continue }
            streams[number] = streams[number] ?? name
        }
        var queues = known?.cache.queues ?? [:]
        for row in names(StoreTable.queue, orOf: StoreTable.queueCopy) {
            guard let (number, queue) = Self.queue(row), !queues.values.contains(queue) else { continue }
            queues[number] = queues[number] ?? queue
        }
        try insert(
            streams.map { [$0.key.databaseValue, $0.value.databaseValue] }, into: StoreTable.stream, database)
        try insert(
            queues.map {
                [$0.key.databaseValue, $0.value.destination.databaseValue, $0.value.priority.rawValue.databaseValue]
            }, into: StoreTable.queue, database)
    }

    /// The rows of a table, and those of the index that has them too. In the index the number of the row is last.
    private func names(_ table: StoreTable, orOf copy: StoreTable) -> [[DatabaseValue]] {
        guard let old else { return [] }
        return old.rows(of: table).rows + old.rows(of: copy).rows.map { [$0[$0.count - 1]] + $0.dropLast() }
    }

    private static func stream(_ row: [DatabaseValue]) -> (Int64, String)? {
        guard let number = Int64.fromDatabaseValue(row[0]), let name = String.fromDatabaseValue(row[1]) else {
            return nil
        }
        return (number, name)
    }

    private static func queue(_ row: [DatabaseValue]) -> (Int64, StoreQueue)? {
        guard let (number, destination) = stream(row),
            let priority = Int.fromDatabaseValue(row[2]).flatMap(EventPriority.init)
        else { return nil }
        return (number, StoreQueue(destination: destination, priority: priority))
    }

    /// Copies the held submissions that match their checksum. The others that a client has in memory get rows that do
    /// not match: they count as lost if the client ends before it has decided them.
    private func copyHeld(to database: Database) throws {
        let rows = (old?.rows(of: .held).rows ?? []).filter { HeldSubmission(checked: $0) != nil }
        try insert(rows, into: .held, database)
        let stored = Set(rows.map { $0[0] })
        for (number, stream) in known?.cache.held ?? [:] where !stored.contains(number.databaseValue) {
            let checksum = HeldSubmission(number: number, stream: stream, submission: []).checksum
            try database.execute(
                sql: "INSERT INTO held VALUES (?, ?, 0, X'', NULL, ?)", arguments: [number, stream, ~checksum])
        }
    }

    // MARK: - Events

    /// Inserts the events in the order of their rows.
    ///
    /// - Returns: the highest sequence number of each stream.
    private func insertEvents(
        at places: [DamagedStore.EventPlace], into database: Database
    ) throws -> [Int64: Int64] {
        var insertion = EventInsertion(ignoringConflicts: true)
        var names = RebuiltNames(try StoreCache(reading: database))
        var arrivals = RebuiltArrivals(first: try Int64.fetchOne(database, sql: "SELECT min(row) FROM arrival"))
        var sequences: [Int64: Int64] = [:]
        try old?.forEachEvent(at: places) { event in
            try names.add(event.row, to: database)
            try arrivals.add(event, to: database)
            sequences[event.row.stream] = max(sequences[event.row.stream] ?? 0, event.sequenceNumber ?? 0)
            insertion.append(event)
            if insertion.isFull {
                try insertion.execute(in: database)
                insertion.removeAll()
            }
        }
        try insertion.execute(in: database)
        try names.addUnnamed(to: database)
        return sequences
    }

    /// Gives each event the state that the other tables say.
    private func matchStates(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE event SET state = 2 WHERE state = 0 AND row IN (SELECT row FROM retry);
                DELETE FROM retry WHERE row NOT IN (SELECT row FROM event WHERE state = 2);
                UPDATE retry SET queue = (SELECT queue FROM event WHERE event.row = retry.row);
                DELETE FROM arrival WHERE row < (SELECT max(arrival.row) FROM arrival, (SELECT min(row) AS row
                FROM event) AS first WHERE arrival.row <= first.row);
                DELETE FROM arrival WHERE row > (SELECT coalesce(max(row), 0) FROM event)
                """)
    }

    // MARK: - The account

    /// The account of the old file; `nil` if it is not whole.
    private var knownAccount: StoredAccount? {
        if let known { return known.account }
        // Once an event was stored, the account has a count.
        guard let found = old?.rows(of: .ledger), found.isComplete, !found.rows.isEmpty || counters.lastRow == 0 else {
            return nil
        }
        return StoredAccount(found.rows.compactMap { Ledger.Entry($0) })
    }

    private func writeAccount(to database: Database, sequences: [Int64: Int64]) throws -> Result {
        let (waiting, totals) = try Self.waiting(in: database)
        var result = Result(beginsAccount: knownAccount == nil)
        result.kept = waiting.values.reduce(0, +)
        var account = knownAccount ?? StoredAccount()
        let isWhole = (known?.counters ?? old?.counters)?.totals.events == totals.events && hasAllHeld
        for stream in account.streams.union(waiting.keys) {
            let lost = account.pending(stream) - (waiting[stream] ?? 0)
            if lost > 0, !isWhole {
                result.correction.countDropped(stream, .damaged, lost)
            } else if lost != 0 {  // events are there that were over, or the account is of another time
                result.correction.countSubmitted(stream, -lost)
            }
        }
        account.add(result.correction)
        let streams = try StoreCache(reading: database).streams
        try write(
            account, sequences: Dictionary(sequences.compactMap { n, last in streams[n].map { ($0, last) } }) { $1 },
            to: database)
        try write(totals, to: database)
        return result
    }

    /// Whether all held submissions of the old file could be read.
    private var hasAllHeld: Bool {
        guard let found = old?.rows(of: .held) else { return false }
        return found.isComplete && found.rows.allSatisfy { HeldSubmission(checked: $0) != nil }
    }

    /// Writes an account, with the last sequence number of each stream that is known.
    private func write(_ account: StoredAccount, sequences: [String: Int64], to database: Database) throws {
        var account = account
        for (stream, last) in sequences { account.raise(stream, toSequenceNumber: last) }
        for (number, last) in known?.cache.sequences ?? [:] where last > 0 {
            if let stream = known?.cache.streams[number] { account.raise(stream, toSequenceNumber: last) }
        }
        for entry in account.entries where entry.count != 0 { try StoreWriter.record(entry, in: database) }
    }

    /// The events and held submissions of each stream, and number and size of the events.
    private static func waiting(in database: Database) throws -> ([String: Int], StoreTotals) {
        var waiting = try StoreReader.countByStream(in: database)
        for row in try Row.fetchAll(database, sql: "SELECT stream, count(*) FROM held GROUP BY stream") {
            waiting[row[0], default: 0] += row[1]
        }
        let totals = try Row.fetchOne(database, sql: "SELECT count(*), coalesce(sum(length(body)), 0) FROM event")
        return (waiting, StoreTotals(events: totals?[0] ?? 0, bytes: totals?[1] ?? 0))
    }

    private func write(_ totals: StoreTotals, to database: Database) throws {
        var counters = counters
        counters.totals = totals
        let last = try Int64.fetchOne(database, sql: "SELECT max(row) FROM event") ?? 0
        let isValid = RowNumber.refusals(before: counters.lastRow) <= max(refusals, RowNumber.refusals(before: last))
        let isLost = known == nil && old?.counters == nil || !isValid
        counters.lastRow = isLost ? last + StoreCounters.margin : max(counters.lastRow, last)
        counters.begin(after: refusals)
        counters.firstRow = try Int64.fetchOne(database, sql: "SELECT min(row) FROM event") ?? counters.lastRow + 1
        try counters.write(to: database)
    }
}

extension Ledger.Entry {
    fileprivate init?(_ row: [DatabaseValue]) {
        guard let stream = String.fromDatabaseValue(row[0]), let outcome = String.fromDatabaseValue(row[1]),
            let count = Int.fromDatabaseValue(row[2])
        else { return nil }
        self.init(stream: stream, outcome: outcome, count: count)
    }
}
