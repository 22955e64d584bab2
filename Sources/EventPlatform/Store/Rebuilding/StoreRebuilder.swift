import EventSchema
import EventSupport
import Foundation
import GRDB

/// Writes a new store file with what can be read of an old one: its events or none of them, and the account.
struct StoreRebuilder {
    /// What the client that has the file open knows of it. What is known is not read.
    struct Known: Sendable {
        var cache: StoreCache
        var ledger: Ledger
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

    /// The new file.
    private let path: String
    private let namespace: StoreNamespace?
    private let known: Known?
    /// The old file; `nil` if it cannot be read.
    private let old: DamagedStore?

    /// - Parameters:
    ///   - path: the old file.
    ///   - new: the path of the new file.
    init(of path: String, to new: String, partOf namespace: StoreNamespace? = nil, known: Known? = nil) {
        (self.path, self.namespace, self.known) = (new, namespace, known)
        do { old = try DamagedStore(path: path) } catch { old = nil }
    }

    /// The last row number that was given, as far as it is known.
    private var counters: StoreCounters { known?.counters ?? old?.counters ?? StoreCounters() }

    /// Writes a file with everything that can be read.
    ///
    /// - Throws: GRDB's `DatabaseError` when the file cannot be written.
    func salvage() throws -> Result {
        try write { database in
            try copyNames(to: database)
            for table in [StoreTable.arrival, .retry, .finished] { try copy(table, to: database) }
            try copyHeld(to: database)
            let places = old?.events(after: max(counters.refusedRow, old?.refusedRow ?? 0)) ?? []
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
    func writeEmpty(
        dropping reason: DropReason, waiting: [String: Int]?, held: [String: Int]
    ) throws -> Result {
        try write { database in
            var account = knownAccount ?? Ledger()
            var result = Result()
            let pending = account.streams.mapValues(\.pending)
            for (stream, count) in waiting ?? pending.mapValues({ max(0, $0) }) {
                let dropped = waiting == nil ? max(0, count - (held[stream] ?? 0)) : count
                if dropped > 0 { result.correction.countDropped(stream, reason, dropped) }
            }
            account += result.correction
            try write(account, sequences: [:], to: database)
            var counters = counters
            counters.refuseAll(isComplete: known != nil || old?.counters != nil)
            try counters.write(to: database)
            try database.execute(
                sql: "INSERT OR REPLACE INTO setting VALUES (?, ?)",
                arguments: [StoreCounters.refusedRowName, "\(counters.refusedRow)"])
            return result
        }
    }

    // MARK: - The file

    private func write(_ content: (Database) throws -> Result) throws -> Result {
        for part in StoreNamespace.databaseParts(of: path) { try FileManager.default.removeItem(atPath: part) }
        StoreProtection.create(path)
        let queue = try StoreConnection.open(path)
        defer { do { try queue.close() } catch {} }  // the file is put into place, or removed, as it is
        try StoreConnection.setPageSize(queue)
        // It is complete, and on the disk, before it is put into place.
        try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        try StoreSchema.migrate(queue, path: path, partOf: namespace)
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
            if let (number, name) = Self.stream(row) { streams[number] = streams[number] ?? name }
        }
        var queues = known?.cache.queues ?? [:]
        for row in names(StoreTable.queue, orOf: StoreTable.queueCopy) {
            if let (number, queue) = Self.queue(row) { queues[number] = queues[number] ?? queue }
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

    /// Copies the held submissions that match their checksum.
    private func copyHeld(to database: Database) throws {
        let rows = old?.rows(of: .held).rows ?? []
        try insert(rows.filter { HeldSubmission(checked: $0) != nil }, into: .held, database)
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
                FROM event) AS first WHERE arrival.row <= first.row)
                """)
    }

    // MARK: - The account

    /// The account of the old file; `nil` if it is not whole.
    private var knownAccount: Ledger? {
        if let known { return known.ledger }
        guard let found = old?.rows(of: .ledger), found.isComplete else { return nil }
        return Ledger(found.rows.compactMap { Ledger.Entry($0) })
    }

    /// The sequence numbers that each stream had given.
    private var knownSequences: [String: Int64] {
        var sequences: [String: Int64] = [:]
        for entry in old?.rows(of: .ledger).rows.compactMap({ Ledger.Entry($0) }) ?? []
        where entry.outcome == StoreCache.numbered {
            sequences[entry.stream] = Int64(entry.count)
        }
        for (number, last) in known?.cache.sequences ?? [:] {
            if let stream = known?.cache.streams[number] { sequences[stream] = max(sequences[stream] ?? 0, last) }
        }
        return sequences
    }

    private func writeAccount(to database: Database, sequences: [Int64: Int64]) throws -> Result {
        let (waiting, totals) = try Self.waiting(in: database)
        var result = Result(beginsAccount: knownAccount == nil)
        var account = knownAccount ?? Ledger()
        for stream in Set(account.streams.keys).union(waiting.keys) {
            let count = waiting[stream] ?? 0
            let lost = (account.streams[stream]?.pending ?? 0) - count
            if lost > 0 { result.correction.countDropped(stream, .damaged, lost) }
            if lost < 0 { result.correction.countSubmitted(stream, -lost) }
            result.kept += count
        }
        account += result.correction
        let streams = try StoreCache(reading: database).streams
        let found = Dictionary(sequences.compactMap { number, last in streams[number].map { ($0, last) } }) { $1 }
        try write(account, sequences: found, to: database)
        try write(totals, to: database)
        return result
    }

    private func write(_ account: Ledger, sequences: [String: Int64], to database: Database) throws {
        for entry in account.entries { try StoreWriter.record(entry, in: database) }
        for (stream, last) in knownSequences.merging(sequences, uniquingKeysWith: max) where last > 0 {
            let entry = Ledger.Entry(stream: stream, outcome: StoreCache.numbered, count: Int(last))
            try StoreWriter.record(entry, in: database)
        }
    }

    /// The events and held submissions of each stream, and number and size of the events.
    private static func waiting(in database: Database) throws -> ([String: Int], StoreTotals) {
        var (waiting, totals) = ([String: Int](), StoreTotals())
        let events = """
            SELECT coalesce(name, ?), count(*), total(length(body)) FROM event
            LEFT JOIN stream ON stream.number = event.stream GROUP BY 1
            """
        for row in try Row.fetchAll(database, sql: events, arguments: [StoreCache.unknownStream]) {
            let count: Int = row[1]
            waiting[row[0], default: 0] += count
            totals.events += count
            totals.bytes += Int(row[2] as Double)
        }
        for row in try Row.fetchAll(database, sql: "SELECT stream, count(*) FROM held GROUP BY stream") {
            waiting[row[0], default: 0] += row[1]
        }
        return (waiting, totals)
    }

    private func write(_ totals: StoreTotals, to database: Database) throws {
        var counters = counters
        counters.totals = totals
        let last = try Int64.fetchOne(database, sql: "SELECT max(row) FROM event") ?? 0
        let isLost = known == nil && old?.counters == nil
        counters.lastRow = isLost ? last + StoreCounters.margin : max(counters.lastRow, last)
        counters.firstRow = try Int64.fetchOne(database, sql: "SELECT min(row) FROM event") ?? counters.lastRow + 1
        try counters.write(to: database)
    }
}

/// Gives streams and queues whose names are lost new ones.
private struct RebuiltNames {
    private var streams: Set<Int64>
    private var queues: Set<Int64>
    /// The streams that no event has named so far.
    private var unnamed: Set<Int64> = []

    init(_ cache: StoreCache) {
        (streams, queues) = (Set(cache.streams.keys), Set(cache.queues.keys))
    }

    mutating func add(_ row: StoredRow, to database: Database) throws {
        if !streams.contains(row.stream) { try addStream(row, to: database) }
        // Events for a destination that is unknown are sent to that of streams that name none.
        guard queues.insert(row.queue).inserted else { return }
        try database.execute(
            sql: "INSERT INTO queue VALUES (?, ?, ?)",
            arguments: [row.queue, StoreCache.unknownStream, EventPriority.normal.rawValue])
    }

    private mutating func addStream(_ row: StoredRow, to database: Database) throws {
        guard let name = row.streamInBody else {
            unnamed.insert(row.stream)
            return
        }
        streams.insert(row.stream)
        unnamed.remove(row.stream)
        try database.execute(sql: "INSERT INTO stream VALUES (?, ?)", arguments: [row.stream, name])
    }

    func addUnnamed(to database: Database) throws {
        for number in unnamed {
            try database.execute(
                sql: "INSERT INTO stream VALUES (?, ?)", arguments: [number, StoreCache.unknownStream])
        }
    }
}

/// Gives events whose time of arrival is lost the time of their ids.
private struct RebuiltArrivals {
    /// The first row with a time in the old file.
    private let first: Int64?
    private var last: StorageTime?

    init(first: Int64?) { self.first = first }

    mutating func add(_ event: EventInsertion.Entry, to database: Database) throws {
        if let first, event.number >= first { return }
        let wall =
            event.row.id.creation ?? last?.wall ?? Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        if let last, (last.wall.milliseconds..<last.wall.milliseconds + 1000).contains(wall.milliseconds) { return }
        try database.execute(
            sql: "INSERT INTO arrival VALUES (?, '', 0, ?)", arguments: [event.number, wall.milliseconds])
        last = StorageTime(wall: wall, bootID: "", millisecondsSinceBoot: 0)
    }
}

extension StoredRow {
    /// The stream that the event names; `nil` if it is sealed, or is not an event yet.
    fileprivate var streamInBody: String? {
        guard !isSealed, schema == nil else { return nil }
        do { return try JSONValue(parsing: body)["meta"]?["stream"]?.string } catch { return nil }
    }
}

extension StoredID {
    /// The time in a UUID of version 7.
    fileprivate var creation: Timestamp? {
        guard case .uuid(let uuid) = self, uuid.high >> 12 & 0xF == 7 else { return nil }
        return Timestamp(milliseconds: Int64(uuid.high >> 16))
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
