import EventSchema
import Foundation
import GRDB

/// Writes one transaction to the file, and updates a copy of the cache with it.
struct StoreWriter {
    let database: Database
    private let settings: StoreSettings
    private var before: StoreCache
    private(set) var cache: StoreCache
    private let countersBefore: StoreCounters
    private(set) var counters: StoreCounters
    /// The stream and the queue that were looked up last, which most often are those of the next event too.
    private var latestStream: (name: String, number: Int64)?
    private var latestQueue: (queue: StoreQueue, number: Int64)?
    /// The events that ``apply(_:)`` has yet to insert.
    private var insertion = EventInsertion()
    /// The rows that this transaction removed.
    private var removed: [Int64] = []
    /// What the store itself counted in this transaction.
    private(set) var counted = Ledger()
    /// All counts that this transaction adds to the ledger of the file.
    private(set) var recorded = Ledger()

    /// Creates a writer within a transaction of SQLite.
    init(_ database: Database, _ settings: StoreSettings, _ cache: StoreCache) throws {
        self.database = database
        self.settings = settings
        (before, self.cache) = (cache, cache)
        countersBefore = try StoreCounters(reading: database)
        counters = countersBefore
    }

    mutating func apply(_ transaction: StoreTransaction) throws {
        try finish(transaction.finished)
        for id in transaction.deliveredIDs { try keepDeliveredID(id) }
        for event in transaction.failed { try fail(event) }
        for event in transaction.decided { try decide(event) }
        // By position in a span, since a loop over the events would copy each.
        let added = transaction.added.span
        for position in added.indices { try add(added[position]) }
        try insert()
        try evict()
        for held in transaction.heldSubmissions { try hold(held) }
        for number in transaction.removedSubmissions {
            try run("DELETE FROM held WHERE number = ?", [number])
            cache.removeHeld(number)
        }
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
        for entry in ledger.entries { try Self.record(entry, in: database) }
        recorded += ledger
        for (stream, number) in cache.sequences {
            let given = number - before.sequences[stream, default: 0]
            guard given > 0, let name = cache.streams[stream] else { continue }
            let entry = Ledger.Entry(stream: name, outcome: StoredAccount.numbered, count: Int(given))
            try Self.record(entry, in: database)
        }
        try deleteUnusedArrivals(of: removed)
        if removed.contains(where: { $0 <= counters.firstRow }) { try raiseFirstRow() }
        if counters != countersBefore { try counters.write(to: database) }
    }

    /// Adds a count to the ledger of a file.
    static func record(_ entry: Ledger.Entry, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO ledger (stream, outcome, count) VALUES (?, ?, ?)
                ON CONFLICT (stream, outcome) DO UPDATE SET count = count + excluded.count
                """)
        try statement.execute(arguments: [entry.stream, entry.outcome, entry.count])
    }

    // MARK: - Adding

    private mutating func add(_ event: borrowing NewEvent) throws {
        if try hasDeliveredID(event) { return counted.countDropped(event.stream, .duplicate) }
        let stream = try number(ofStream: event.stream)
        let sequenceNumber = event.isNumbered && event.awaitedSchema == nil ? nextSequenceNumber(stream) : nil
        let body = try storedBody(event.body, sequenceNumber)
        // An event above the byte limit is not added: evicting all others would not make enough room.
        guard body.count <= settings.maximumBytes else { return counted.countDropped(event.stream, .storeFull) }
        if try isWaiting(event) { return counted.countDropped(event.stream, .duplicate) }
        let row = StoredRow(
            id: StoredID(event.id), stream: stream,
            queue: try number(of: StoreQueue(destination: event.destination, priority: event.priority)),
            schema: event.awaitedSchema, isSealed: settings.cipher != nil, body: body)
        let number = try nextRow()
        insertion.append(
            .init(number: number, row: row, isIDFromApp: !event.isIDGenerated, sequenceNumber: sequenceNumber))
        if insertion.isFull { try insert() }
        try recordArrival(of: number, at: event.storedAt)
        if event.awaitedSchema == nil { cache.sequences[stream, default: 0] += 1 }
        counters.totals.events += 1
        counters.totals.bytes += body.count
    }

    /// The number of the next row.
    private mutating func nextRow() throws -> Int64 {
        if !cache.hasCheckedLastRow {
            // The counter may be damaged, and lower than the rows that are there. So may the number of a row.
            let sql = "SELECT max(row) FROM event WHERE row <= \(RowNumber.lastUsable(after: counters.lastRow))"
            counters.lastRow = max(counters.lastRow, try Int64.fetchOne(database, sql: sql) ?? 0)
            cache.hasCheckedLastRow = true
        }
        guard counters.lastRow < RowNumber.valid.upperBound else {
            throw DatabaseError.damaged("the number of the last row leaves none for another")
        }
        counters.lastRow += 1
        return counters.lastRow
    }

    /// Inserts the events that were added.
    private mutating func insert() throws {
        try insertion.execute(in: database)
        insertion = EventInsertion()
    }

    /// The body as it is stored: with the sequence number, sealed where there is a cipher.
    private func storedBody(_ body: [UInt8], _ sequenceNumber: Int64?) throws -> [UInt8] {
        let body = sequenceNumber.map { SequenceNumber.inserting($0, into: body) } ?? body
        return try settings.cipher?.sealed(body) ?? body
    }

    private func nextSequenceNumber(_ stream: Int64) -> Int64 { cache.sequences[stream, default: 0] + 1 }

    /// Whether the id is that of a delivered event. A generated id is not looked up.
    private func hasDeliveredID(_ event: NewEvent) throws -> Bool {
        guard cache.hasDeliveredIDs, !event.isIDGenerated else { return false }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM finished WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [StoredID(event.id)]) != nil
    }

    /// Whether an event with this id is stored. A generated id is unique, so it is not looked up.
    private mutating func isWaiting(_ event: NewEvent) throws -> Bool {
        guard !event.isIDGenerated else { return false }
        try insert()
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM event WHERE is_given = 1 AND id = ?")
        return try Bool.fetchOne(statement, arguments: [StoredID(event.id)]) != nil
    }

    /// Adds an arrival for this row, unless the row belongs to the last one.
    private mutating func recordArrival(of row: Int64, at time: StorageTime) throws {
        if let last = cache.lastArrival, last.covers(time) { return }
        try run(
            "INSERT INTO arrival VALUES (?, ?, ?, ?)",
            [row, time.bootID, time.millisecondsSinceBoot, time.wall.milliseconds])
        cache.lastArrival = time
    }

    private mutating func number(ofStream name: String) throws -> Int64 {
        if let latestStream, latestStream.name.isExactly(name) { return latestStream.number }
        let number = try cache.number(ofStream: name) ?? addStream(name)
        latestStream = (name, number)
        return number
    }

    private mutating func addStream(_ name: String) throws -> Int64 {
        try run("INSERT INTO stream (name) VALUES (?)", [name])
        let number = database.lastInsertedRowID
        cache.add(stream: name, number)
        // The ledger outlasts the streams of a file that was replaced.
        let sequenceNumber = try StoreCache.lastSequenceNumber(ofStream: name, database)
        (before.sequences[number], cache.sequences[number]) = (sequenceNumber, sequenceNumber)
        return number
    }

    private mutating func number(of queue: StoreQueue) throws -> Int64 {
        if let latestQueue, latestQueue.queue == queue { return latestQueue.number }
        let number = try cache.queueNumbers[queue] ?? add(queue)
        latestQueue = (queue, number)
        return number
    }

    private mutating func add(_ queue: StoreQueue) throws -> Int64 {
        try run(
            "INSERT INTO queue (destination, priority) VALUES (?, ?)", [queue.destination, queue.priority.rawValue])
        cache.add(queue, database.lastInsertedRowID)
        return database.lastInsertedRowID
    }

    // MARK: - Changing

    private mutating func decide(_ event: DecidedEvent) throws {
        guard event.row > counters.claimedRow, let found = try awaitingRow(event.row) else { return }
        let sequenceNumber = event.isNumbered ? nextSequenceNumber(found.stream) : nil
        var row = found
        (row.schema, row.isSealed) = (nil, settings.cipher != nil)
        row.body = try storedBody(event.body, sequenceNumber)
        guard row.body.count <= settings.maximumBytes else {
            return try finish([FinishedEvent(row: event.row, outcome: .dropped(.storeFull))])
        }
        try run(
            "UPDATE event SET state = 0, schema = NULL, number = ?, is_sealed = ?, checksum = ?, body = ? WHERE row = "
                + "?",
            [sequenceNumber, row.isSealed, row.checksum(ofRow: event.row), Data(row.body), event.row])
        cache.sequences[row.stream] = nextSequenceNumber(row.stream)
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
                event.isIsolated, event.retryAt.bootID, event.retryAt.millisecondsSinceBoot,
                event.retryAt.wall.milliseconds,
                event.row,
            ])
    }

    // MARK: - Removing

    /// Removes events and counts their verdicts. Consecutive rows with the same verdict are removed together.
    private mutating func finish(_ events: [FinishedEvent]) throws {
        var rest = events.filter { $0.row > counters.claimedRow }[...]
        while let first = rest.first {
            let group = rest.enumerated().prefix {
                $0.element.row == first.row &+ Int64($0.offset) && $0.element.outcome == first.outcome
            }
            rest = rest.dropFirst(group.count)
            for (stream, count) in try remove(first.row...first.row &+ Int64(group.count - 1)) {
                switch first.outcome {
                case .delivered: counted.countDelivered(stream, count)
                case .dropped(let reason): counted.countDropped(stream, reason, count)
                }
            }
        }
        cache.leases.end(events.lazy.map(\.row))
    }

    /// Removes the rows in a range that are stored.
    ///
    /// - Returns: how many there were of each stream.
    /// - Throws: `SQLITE_CORRUPT` when an event that was leased is missing, or more events are found than removed: the
    ///   index or a page of the table belongs to another time. Otherwise they would be sent again and again.
    private mutating func remove(_ rows: ClosedRange<Int64>) throws -> [String: Int] {
        let (counts, found) = try subtractFromTotals(rows)
        guard found.count == rows.count || !rows.contains(where: { cache.leases.holds($0) && !found.contains($0) })
        else { throw DatabaseError.damaged("an event that was leased is missing") }
        cache.leases.end(rows)
        guard !found.isEmpty else { return [:] }
        try run("DELETE FROM event WHERE row BETWEEN ? AND ?", [rows.lowerBound, rows.upperBound])
        guard database.changesCount == found.count else {
            throw DatabaseError.damaged("\(found.count) events were found, and \(database.changesCount) removed")
        }
        try run("DELETE FROM retry WHERE row BETWEEN ? AND ?", [rows.lowerBound, rows.upperBound])
        removed += found
        return counts
    }

    /// Subtracts the number and the bytes of the rows in a range from the totals.
    ///
    /// - Returns: how many there are of each stream, and the rows.
    private mutating func subtractFromTotals(
        _ rows: ClosedRange<Int64>
    ) throws -> (counts: [String: Int], found: [Int64]) {
        let statement = try database.cachedStatement(
            sql: "SELECT row, stream, length(body) FROM event WHERE row BETWEEN ? AND ?")
        let events = try Row.fetchCursor(statement, arguments: [rows.lowerBound, rows.upperBound])
        var (counts, found) = ([Int64: Int](), [Int64]())
        while let row = try events.next() {
            found.append(try row.integer(at: 0))
            // A number that is damaged is that of no stream, as 0 is.
            counts[(row[1] as Int64?) ?? 0, default: 0] += 1
            counters.totals.events -= 1
            counters.totals.bytes -= Int((row[2] as Int64?) ?? 0)
        }
        let names = counts.map { (cache.streams[$0.key] ?? StoreCache.unknownStream, $0.value) }
        return (Dictionary(names) { $0 + $1 }, found)
    }

    private mutating func keepDeliveredID(_ id: String) throws {
        try run("INSERT OR IGNORE INTO finished (id) VALUES (?)", [StoredID(id)])
        cache.hasDeliveredIDs = true
    }

    /// Drops events in the order of ``EvictionOrder`` until the store is within its limits, at most
    /// ``StoreTransaction/maximumEvictions``. Leased events are not dropped.
    private mutating func evict() throws {
        guard settings.isExceeded(by: counters.totals) else { return }
        var order = try EvictionOrder(database, cache, above: counters.claimedRow)
        let rows = try order.rows(for: settings, counters.totals)
        try finish(rows.map { FinishedEvent(row: $0, outcome: .dropped(.storeFull)) })
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
            guard let stream = try remove(row...row).keys.first else { return nil }
            counted.countDropped(stream, .damaged)
            try run("DELETE FROM damaged WHERE row NOT IN (SELECT row FROM damaged ORDER BY row DESC LIMIT ?)", [100])
            let id = StoredID.fromDatabaseValue(found["id"])?.text ?? "unknown"
            return "event \(id) of stream \(stream) (row \(row)) is damaged and was moved to the table damaged"
        }
    }

    /// Notes the lowest row that is left; without any, that of the next event.
    private mutating func raiseFirstRow() throws {
        let statement = try database.cachedStatement(sql: "SELECT min(row) FROM event")
        counters.firstRow = try Int64.fetchOne(statement) ?? counters.lastRow + 1
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

    // MARK: - Other tables

    private mutating func hold(_ submission: HeldSubmission) throws {
        var held = submission
        if let cipher = settings.cipher, !held.isSealed {
            (held.submission, held.isSealed) = (try cipher.sealed(held.submission), true)
        }
        try run(
            "INSERT INTO held (number, stream, is_sealed, submission, checksum) VALUES (?, ?, ?, ?, ?)",
            [held.number, held.stream, held.isSealed, Data(held.submission), held.checksum])
        cache.hold(held.number, held.stream)
    }

    /// Discards the claim of an import: the events and held submissions are those of this file alone again.
    mutating func discardClaim() throws {
        counters.claimedRow = 0
        try run("UPDATE held SET claim = NULL", [])
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
