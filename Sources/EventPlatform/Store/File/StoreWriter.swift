import Foundation
import GRDB

/// Carries out one transaction on the file, and keeps what the owner knows in step with it.
struct StoreWriter {
    let database: Database
    let settings: StoreSettings
    private let before: StoreMemory
    /// The last row that was added.
    private var last: RowNumber?
    /// Whether a row was removed.
    private var removes = false
    private(set) var memory: StoreMemory
    /// What the store counts by itself.
    private(set) var counted = Ledger()

    init(_ database: Database, _ settings: StoreSettings, _ memory: StoreMemory) {
        self.database = database
        self.settings = settings
        before = memory
        self.memory = memory
    }

    mutating func carryOut(_ transaction: StoreTransaction) throws {
        for event in transaction.finished { try finish(event) }
        for id in transaction.remembered { try remember(id) }
        for row in transaction.failed { try fail(row) }
        for event in transaction.added { try add(event) }
        try makeRoom()
        for held in transaction.held { try hold(held) }
        for number in transaction.released { try run("DELETE FROM held WHERE number = ?", [number]) }
        for (name, value) in transaction.values {
            try run(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", [name, value])
        }
        var ledger = transaction.ledger
        ledger += counted
        try record(ledger)
    }

    // MARK: - Events that come

    private mutating func add(_ event: NewEvent) throws {
        if try isKnown(event) { return counted.countDropped(event.stream, .duplicate) }
        let stream = try number(ofStream: event.stream)
        try begin(event.storedAt)
        let sequence = memory.sequences[event.stream, default: 0] + 1
        let body = event.isNumbered ? SequenceNumber.write(sequence, into: event.body) : event.body
        // Larger than everything may be together: it does not come in, so that others need not make room in vain.
        guard body.count <= settings.maximumBytes else { return counted.countDropped(event.stream, .storeFull) }
        if try isWaiting(event) { return counted.countDropped(event.stream, .duplicate) }
        let stored = try StoredBody(sealing: body, settings.cipher)
        let row = RowNumber(
            destination: try number(ofDestination: event.destination), priority: event.priority,
            arrival: memory.nextArrival)
        try run(
            """
            INSERT INTO event (row, stream, stored_at, since_boot, number, flags, id, body, size)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                row.value, stream, event.storedAt.wall.milliseconds, event.storedAt.sinceBoot, sequence,
                EventFlags(event, stored).rawValue, StoredID(event.id), Data(stored.bytes),
                stored.bytes.count == stored.count ? nil : stored.count,
            ])
        if !event.hasOwnID { memory.carried.givenIDs.insert(StoredID(event.id)) }
        memory.nextArrival += 1
        memory.sequences[event.stream] = sequence
        memory.newest = event.storedAt
        memory.totals.events += 1
        memory.totals.bytes += stored.count
        last = row
    }

    /// Whether an event with this id came through the store before, and the store was asked to remember it.
    private func isKnown(_ event: NewEvent) throws -> Bool {
        guard memory.remembersIDs, !event.hasOwnID, Self.mayRemember(event.id) else { return false }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM finished WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [event.id]) != nil
    }

    /// Whether an event with this id waits. Of an id that the client has made there is no other.
    private func isWaiting(_ event: NewEvent) throws -> Bool {
        guard !event.hasOwnID else { return false }
        let id = StoredID(event.id)
        guard !memory.carried.givenIDs.contains(id) else { return true }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM given WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [id]) != nil
    }

    /// Begins a new stretch of time when a clock went back or the system was started again.
    private mutating func begin(_ time: StorageTime) throws {
        if let stretch = memory.stretches.last, stretch.takes(time, after: memory.newest) { return }
        try forgetEmptyStretches()
        memory.stretches.append(ClockStretch(bootID: time.bootID, firstArrival: memory.nextArrival))
        try run("INSERT OR REPLACE INTO stretch VALUES (?, ?)", [memory.nextArrival, time.bootID])
    }

    private mutating func forgetEmptyStretches() throws {
        let first = try StoreReader(database, memory).firstArrival() ?? memory.nextArrival
        while memory.stretches.count > 1, memory.stretches[1].firstArrival <= first { memory.stretches.removeFirst() }
        try run("DELETE FROM stretch WHERE first_arrival < ?", [memory.stretches.first?.firstArrival ?? 0])
    }

    private mutating func number(ofStream name: String) throws -> Int {
        if let number = memory.streamNumbers[name] { return number }
        let number = memory.streams.count
        try run("INSERT INTO stream VALUES (?, ?)", [number, name])
        memory.streams.append(name)
        memory.streamNumbers[name] = number
        return number
    }

    private mutating func number(ofDestination name: String) throws -> Int {
        if let number = memory.destinations.firstIndex(of: name) { return number }
        let number = memory.destinations.count
        guard number < RowNumber.destinationLimit else {
            throw StoreError(
                .unavailable, description: "a store has \(RowNumber.destinationLimit) destinations at most")
        }
        try run("INSERT INTO destination VALUES (?, ?)", [number, name])
        memory.destinations.append(name)
        return number
    }

    // MARK: - Events that go

    private mutating func finish(_ event: FinishedEvent) throws {
        memory.leases.end([event.row])
        guard let stream = try remove(event.row) else { return }  // somebody else's verdict came first
        switch event.outcome {
        case .delivered: counted.countDelivered(stream)
        case .dropped(let reason): counted.countDropped(stream, reason)
        }
    }

    /// Removes a row.
    ///
    /// - Returns: its stream, or `nil` when there is no such row.
    private mutating func remove(_ row: Int64) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM event WHERE row = ? RETURNING stream, id, flags, coalesce(size, length(body)) AS bytes")
        guard let removed = try Row.fetchOne(statement, arguments: [row]) else { return nil }
        if EventFlags(rawValue: try removed.value("flags")).contains(.givenID) {
            let id: StoredID = try removed.value("id")
            if memory.carried.givenIDs.remove(id) == nil { try run("DELETE FROM given WHERE id = ?", [id]) }
        }
        removes = true
        memory.totals.events -= 1
        memory.totals.bytes -= try removed.count("bytes")
        return try memory.stream(try removed.value("stream"))
    }

    private mutating func fail(_ row: Int64) throws {
        memory.leases.end([row])
        try run("UPDATE event SET attempts = attempts + 1 WHERE row = ?", [row])
    }

    /// Whether an id can be remembered: the table keeps texts, and SQLite's end with a NUL.
    private static func mayRemember(_ id: String) -> Bool { !id.utf8.contains(0) }

    private mutating func remember(_ id: String) throws {
        guard Self.mayRemember(id) else { return }
        try run("INSERT OR IGNORE INTO finished (id) VALUES (?)", [id])
        memory.remembersIDs = true
    }

    /// Drops the least important events, the oldest first, until the store is within its limits. What is out for
    /// sending stays.
    private mutating func makeRoom() throws {
        while settings.isExceeded(by: memory.totals) {
            let reader = StoreReader(database, memory)
            let candidates = try memory.lanes.compactMap { try reader.firstRow(in: $0, leased: false) }
            guard let victim = candidates.min(by: RowNumber.makesRoomBefore) else { return }
            guard let stream = try remove(victim.value) else { return }
            counted.countDropped(stream, .storeFull)
        }
    }

    // MARK: - The rest

    private func hold(_ submission: HeldSubmission) throws {
        let sealed = try settings.cipher?.seal(submission.json) ?? submission.json
        try run(
            "INSERT INTO held (number, stream, json) VALUES (?, ?, ?)",
            [submission.number, submission.stream, Data(sealed)])
    }

    /// Writes what is to be counted: with the last event, where nothing but events came, else into the tables.
    private mutating func record(_ ledger: Ledger) throws {
        let added = Int(memory.nextArrival - before.nextArrival)
        if let last, !removes, memory.carried.events + added <= CarriedAccount.limit {
            if !ledger.isEmpty {
                try run("UPDATE event SET account = ? WHERE row = ?", [ledger.carriedText, last.value])
            }
            return memory.carried.add(ledger, events: added, grownStreams)
        }
        guard last != nil || removes || !ledger.isEmpty else { return }
        try tally(memory.carried.ledger + ledger)
        // Those that stand together in the table are written together, as far as they are of one kind.
        for id in memory.carried.givenIDs.sorted(by: { $0.text < $1.text }) {
            try run("INSERT INTO given VALUES (?)", [id])
        }
        memory.carried = CarriedAccount()
    }

    /// The streams whose events were added.
    private var grownStreams: [String] {
        memory.sequences.filter { $0.value != before.sequences[$0.key] }.map(\.key)
    }

    /// Writes the ledger and the counters into their table. They stand in one, so that a commit writes one page for both.
    private func tally(_ ledger: Ledger) throws {
        for entry in ledger.entries {
            try run(
                """
                INSERT INTO tally (stream, outcome, count) VALUES (?, ?, ?)
                ON CONFLICT (stream, outcome) DO UPDATE SET count = count + excluded.count
                """, [entry.stream, entry.outcome, entry.count])
        }
        for stream in before.carried.streams.union(grownStreams) {
            try set(stream, .stored, memory.sequences[stream, default: 0])
        }
        try set("", .nextArrival, memory.nextArrival)
        try set("", .events, Int64(memory.totals.events))
        try set("", .bytes, Int64(memory.totals.bytes))
    }

    private func set(_ stream: String, _ counter: StoreCounter, _ value: Int64) throws {
        try run(
            """
            INSERT INTO tally (stream, outcome, count) VALUES (?, ?, ?)
            ON CONFLICT (stream, outcome) DO UPDATE SET count = excluded.count
            """, [stream, counter.rawValue, value])
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
