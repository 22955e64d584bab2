import Foundation
import GRDB

/// Writes one transaction to the file, and updates a copy of the cache with it.
struct StoreWriter {
    let database: Database
    let settings: StoreSettings
    private let before: StoreCache
    private(set) var cache: StoreCache
    private let countersBefore: StoreCounters
    var counters: StoreCounters
    /// The rows that this transaction removed.
    private var removed: [Int64] = []
    /// What the store itself counted in this transaction.
    private(set) var counted = Ledger()

    /// Creates a writer within a transaction of SQLite.
    init(_ database: Database, _ settings: StoreSettings, _ cache: StoreCache) throws {
        self.database = database
        self.settings = settings
        (before, self.cache) = (cache, cache)
        countersBefore = try StoreCounters(reading: database)
        counters = countersBefore
    }

    mutating func apply(_ transaction: StoreTransaction) throws {
        for event in transaction.finished { try finish(event) }
        for id in transaction.remembered { try remember(id) }
        for event in transaction.failed { try fail(event) }
        for event in transaction.decided { try decide(event) }
        for event in transaction.added { try add(event) }
        try evict()
        for held in transaction.held { try hold(held) }
        for number in transaction.released { try run("DELETE FROM held WHERE number = ?", [number]) }
        for (name, value) in transaction.values {
            try run(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", [name, value])
        }
        try end(transaction.ledger)
    }

    /// Ends the transaction's changes: writes ledger, sequence numbers and counters, and removes unused arrivals.
    mutating func end(_ ledger: Ledger = Ledger()) throws {
        var ledger = ledger
        ledger += counted
        for entry in ledger.entries { try record(entry) }
        for (number, sequence) in cache.sequences where before.sequences[number] != sequence {
            try run("UPDATE stream SET sequence = ? WHERE number = ?", [sequence, number])
        }
        try deleteUnusedArrivals(of: removed)
        if counters != countersBefore { try counters.write(to: database) }
    }

    private func record(_ entry: Ledger.Entry) throws {
        try run(
            """
            INSERT INTO ledger (stream, outcome, count) VALUES (?, ?, ?)
            ON CONFLICT (stream, outcome) DO UPDATE SET count = count + excluded.count
            """, [entry.stream, entry.outcome, entry.count])
    }

    // MARK: - Adding

    private mutating func add(_ event: NewEvent) throws {
        if try isRemembered(event) { return counted.countDropped(event.stream, .duplicate) }
        let stream = try number(ofStream: event.stream)
        let ordinal = event.isNumbered && event.awaitedSchema == nil ? nextNumber(stream) : nil
        let body = try storedBody(event.body, ordinal)
        // An event above the byte limit is not added: evicting all others would not make enough room.
        guard body.count <= settings.maximumBytes else { return counted.countDropped(event.stream, .storeFull) }
        if try isWaiting(event) { return counted.countDropped(event.stream, .duplicate) }
        let row = StoredRow(
            id: StoredID(event.id), stream: stream,
            queue: try number(of: StoreQueue(destination: event.destination, priority: event.priority)),
            schema: event.awaitedSchema, isSealed: settings.cipher != nil, body: body)
        try run(
            """
            INSERT INTO event (id, is_given, stream, queue, state, number, schema, is_sealed, checksum, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                row.id, !event.isIDGenerated, stream, row.queue,
                (event.awaitedSchema == nil ? StoredEventState.ready : .awaitingSchema).rawValue, ordinal, row.schema,
                row.isSealed, row.checksum, Data(body),
            ])
        try noteArrival(of: database.lastInsertedRowID, at: event.storedAt)
        if event.awaitedSchema == nil { cache.sequences[stream] = nextNumber(stream) }
        counters.totals.events += 1
        counters.totals.bytes += body.count
    }

    /// The body as it is stored: with the sequence number, sealed where there is a cipher.
    private func storedBody(_ body: [UInt8], _ number: Int64?) throws -> [UInt8] {
        let body = number.map { SequenceNumber.write($0, into: body) } ?? body
        return try settings.cipher?.seal(body) ?? body
    }

    private func nextNumber(_ stream: Int64) -> Int64 { cache.sequences[stream, default: 0] + 1 }

    /// Whether the id is that of a delivered event that was remembered. A generated id is not looked up.
    private func isRemembered(_ event: NewEvent) throws -> Bool {
        guard cache.remembersIDs, !event.isIDGenerated else { return false }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM finished WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [StoredID(event.id)]) != nil
    }

    /// Whether an event with this id is stored. A generated id is unique, so it is not looked up.
    private func isWaiting(_ event: NewEvent) throws -> Bool {
        guard !event.isIDGenerated else { return false }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM event WHERE is_given = 1 AND id = ?")
        return try Bool.fetchOne(statement, arguments: [StoredID(event.id)]) != nil
    }

    /// Adds an arrival for this row, unless the row belongs to the last one.
    private mutating func noteArrival(of row: Int64, at time: StorageTime) throws {
        if let last = cache.lastArrival, last.covers(time) { return }
        try run(
            "INSERT INTO arrival VALUES (?, ?, ?, ?)", [row, time.bootID, time.sinceBoot, time.wall.milliseconds])
        cache.lastArrival = time
    }

    private mutating func number(ofStream name: String) throws -> Int64 {
        if let number = cache.streamNumbers[name] { return number }
        try run("INSERT INTO stream (name, sequence) VALUES (?, 0)", [name])
        cache.add(stream: name, database.lastInsertedRowID)
        return database.lastInsertedRowID
    }

    private mutating func number(of queue: StoreQueue) throws -> Int64 {
        if let number = cache.queueNumbers[queue] { return number }
        try run(
            "INSERT INTO queue (destination, priority) VALUES (?, ?)", [queue.destination, queue.priority.rawValue])
        cache.add(queue, database.lastInsertedRowID)
        return database.lastInsertedRowID
    }

    // MARK: - Changing

    private mutating func decide(_ event: DecidedEvent) throws {
        guard event.row > counters.claimedRow, let found = try awaitingRow(event.row) else { return }
        let number = event.isNumbered ? nextNumber(found.stream) : nil
        var row = found
        (row.schema, row.isSealed) = (nil, settings.cipher != nil)
        row.body = try storedBody(event.body, number)
        guard row.body.count <= settings.maximumBytes else { return try drop(event.row, .storeFull) }
        try run(
            "UPDATE event SET state = 0, schema = NULL, number = ?, is_sealed = ?, checksum = ?, body = ? WHERE row = ?",
            [number, row.isSealed, row.checksum, Data(row.body), event.row])
        cache.sequences[row.stream] = nextNumber(row.stream)
        counters.totals.bytes += row.body.count - found.body.count
    }

    private func awaitingRow(_ row: Int64) throws -> StoredRow? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(StoredRow.columns) FROM event WHERE row = ? AND state = 1")
        return try Row.fetchOne(statement, arguments: [row]).map { try StoredRow($0) }
    }

    private mutating func fail(_ event: FailedEvent) throws {
        cache.leases.end([event.row])
        try run("UPDATE event SET state = 2 WHERE row = ? AND state = 0", [event.row])
        try run(
            """
            INSERT INTO retry (row, queue, attempts, isolated, boot, since_boot, wall)
            SELECT row, queue, 1, ?, ?, ?, ? FROM event WHERE row = ? AND state = 2
            ON CONFLICT (row) DO UPDATE SET attempts = attempts + 1, isolated = excluded.isolated,
            boot = excluded.boot, since_boot = excluded.since_boot, wall = excluded.wall
            """,
            [
                event.isIsolated, event.retryAt.bootID, event.retryAt.sinceBoot, event.retryAt.wall.milliseconds,
                event.row,
            ])
    }

    // MARK: - Removing

    private mutating func finish(_ event: FinishedEvent) throws {
        cache.leases.end([event.row])
        guard event.row > counters.claimedRow, let stream = try remove(event.row) else { return }
        switch event.outcome {
        case .delivered: counted.countDelivered(stream)
        case .dropped(let reason): counted.countDropped(stream, reason)
        }
    }

    private mutating func drop(_ row: Int64, _ reason: DropReason) throws {
        if let stream = try remove(row) { counted.countDropped(stream, reason) }
    }

    /// Removes a row.
    ///
    /// - Returns: its stream, or `nil` when there is no such row.
    mutating func remove(_ row: Int64) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM event WHERE row = ? RETURNING stream, state, length(body) AS bytes")
        guard let found = try Row.fetchOne(statement, arguments: [row]) else { return nil }
        if found["state"] != StoredEventState.ready.rawValue.databaseValue {
            try run("DELETE FROM retry WHERE row = ?", [row])
        }
        removed.append(row)
        counters.totals.events -= 1
        counters.totals.bytes -= Int.fromDatabaseValue(found["bytes"]) ?? 0
        return Int64.fromDatabaseValue(found["stream"]).flatMap { cache.streams[$0] } ?? StoreCache.unknownStream
    }

    private mutating func remember(_ id: String) throws {
        try run("INSERT OR IGNORE INTO finished (id) VALUES (?)", [StoredID(id)])
        cache.remembersIDs = true
    }

    /// Drops events in the order of ``EvictionOrder`` until the store is within its limits, at most
    /// ``StoreTransaction/evictionLimit``. Leased events are not dropped.
    mutating func evict() throws {
        guard settings.isExceeded(by: counters.totals) else { return }
        var order = try EvictionOrder(database, cache, above: counters.claimedRow)
        for row in try order.rows(for: settings, counters.totals) { try drop(row, .storeFull) }
    }

    /// Moves rows that do not match their checksum to the table `damaged`, and counts them.
    ///
    /// - Returns: a message for each.
    mutating func setAside(_ rows: [Int64]) throws -> [String] {
        try rows.compactMap { row in
            let found = try Row.fetchOne(database, sql: "SELECT id FROM event WHERE row = ?", arguments: [row])
            guard let found else { return nil }
            try run(
                """
                INSERT OR REPLACE INTO damaged
                SELECT \(StoredRow.columns) FROM event WHERE row = ?
                """, [row])
            cache.leases.end([row])
            guard let stream = try remove(row) else { return nil }
            counted.countDropped(stream, .damaged)
            try run("DELETE FROM damaged WHERE row NOT IN (SELECT row FROM damaged ORDER BY row DESC LIMIT ?)", [100])
            let id = StoredID.fromDatabaseValue(found["id"])?.text ?? "unknown"
            return "event \(id) of stream \(stream) (row \(row)) is damaged and was set aside"
        }
    }

    // MARK: - Other tables

    private func hold(_ submission: HeldSubmission) throws {
        let sealed = try settings.cipher?.seal(submission.submission) ?? submission.submission
        try run(
            "INSERT INTO held (number, stream, submission) VALUES (?, ?, ?)",
            [submission.number, submission.stream, Data(sealed)])
    }

    /// Deletes the arrivals of removed rows that no stored event belongs to. The newest arrival stays, since later
    /// events may belong to it.
    private func deleteUnusedArrivals(of rows: [Int64]) throws {
        let first = try database.cachedStatement(sql: "SELECT max(row) FROM arrival WHERE row <= ?")
        let next = try database.cachedStatement(sql: "SELECT min(row) FROM arrival WHERE row > ?")
        let isUsed = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM event WHERE row >= ? AND row < ?)")
        var end: Int64 = .min
        for row in rows.sorted() where row >= end {
            guard let following = try Int64.fetchOne(next, arguments: [row]) else { return }
            end = following
            guard let arrival = try Int64.fetchOne(first, arguments: [row]),
                try Bool.fetchOne(isUsed, arguments: [arrival, end]) == false
            else { continue }
            try run("DELETE FROM arrival WHERE row = ?", [arrival])
        }
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
