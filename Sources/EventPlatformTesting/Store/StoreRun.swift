import EventPlatform

/// A store and the reference beside it, taken through the same operations.
struct StoreRun {
    private let isDurable: Bool
    private let open: () throws -> any EventStore
    private var store: any EventStore
    private var reference: ReferenceStore
    /// Rows of the events that are out, by id.
    private var rows: [String: Int64] = [:]
    /// Events that were delivered, whose ids are not the client's own.
    private var delivered: [NewEvent] = []
    private var nextHeld: Int64 = 1
    private var (wall, sinceBoot, boot): (Int64, Int64, Int) = (1_700_000_000_000, 1_000_000, 1)

    private static let lease: Duration = .seconds(30)
    private static let maximumAge: Int64 = 100_000

    init(settings: StoreSettings, isDurable: Bool, open: @escaping () throws -> any EventStore) throws {
        self.isDurable = isDurable
        self.open = open
        reference = ReferenceStore(settings: settings)
        store = try open()
    }

    func close() throws { try store.close() }

    /// Carries out an operation on both.
    ///
    /// - Throws: ``Difference`` when they differ.
    mutating func carryOut(_ operation: StoreOperation) throws {
        var transaction = StoreTransaction()
        switch operation {
        case .add(let arrivals): try add(arrivals.map(event))
        case .take(let count, let destination, let resuming): try take(count, "d\(destination)", resuming: resuming)
        case .deliver(let count, let remembers): try finish(count, .delivered, remembers: remembers)
        case .drop(let count): try finish(count, .dropped(.rejectedStatus), remembers: false)
        case .fail(let count):
            let ids = out(count)
            transaction.failed = ids.compactMap { rows[$0] }
            try commit(transaction) { $0.fail(ids) }
        case .giveBack(let count):
            let ids = out(count)
            store.giveBack(ids.compactMap { rows[$0] })
            reference.giveBack(ids)
        case .wait(let seconds):
            wall += Int64(seconds) * 1000
            sinceBoot += Int64(seconds) * 1000
            try take(0, "d0")  // tells the time
        case .setWallClock(let seconds): wall += Int64(seconds) * 1000
        case .startSystemAgain:
            (boot, sinceBoot) = (boot + 1, 1000)
            try reopen()
        case .expire: try expire()
        case .hold:
            let number = nextHeld
            transaction.held = [HeldSubmission(number: number, stream: "s", json: [1])]
            try commit(transaction) { $0.hold(number) }
            nextHeld += 1
        case .release:
            guard let number = reference.held.first else { break }
            transaction.released = [number]
            try commit(transaction) { $0.release() }
        case .keep(let number):
            let value = "\(wall)"
            transaction.values = ["v\(number)": value]
            try commit(transaction) { $0.keep(value, named: "v\(number)") }
        case .replace(let count): try replace(count)
        case .comeAgain(let count): try add(delivered.suffix(count))
        case .erase: try store.erase()
        case .reopen: try reopen()
        }
        try compare()
    }

    /// Opens the store again. One that lives as long as the process only gets its events back.
    private mutating func reopen() throws {
        if isDurable {
            try store.close()
            store = try open()
        } else {
            store.giveBack(Array(rows.values))
        }
        reference.reopen()
    }

    // MARK: - Operations

    private func event(_ arrival: StoreOperation.Arrival) -> NewEvent {
        var event = NewEvent(
            id: "\(arrival.hasOwnID ? "own" : "given")-\(arrival.id)", stream: "s\(arrival.stream)",
            destination: "d\(arrival.destination)",
            priority: arrival.priority,
            storedAt: StorageTime(wall: Timestamp(milliseconds: wall), bootID: "boot-\(boot)", sinceBoot: sinceBoot),
            body: Array("{\"meta\":{},\"x\":\"\(String(repeating: "x", count: arrival.bytes))\"}".utf8))
        event.hasOwnID = arrival.hasOwnID
        event.isNumbered = arrival.isNumbered
        return event
    }

    private mutating func add(_ events: [NewEvent]) throws {
        var transaction = StoreTransaction()
        transaction.added = events
        for event in events {
            transaction.ledger.countSubmitted(event.stream)
            // Its row is that of an earlier event with this id.
            if !reference.holds(event.id) { rows[event.id] = nil }
        }
        try commit(transaction) { $0.add(events) }
    }

    private func out(_ count: Int) -> [String] { reference.leased.prefix(count).map(\.event.id) }

    /// Commits to the store, does the same to the reference, and compares what was counted.
    private mutating func commit(_ transaction: StoreTransaction, _ change: (inout ReferenceStore) -> Void) throws {
        var account = reference.ledger
        account += transaction.ledger
        account += try store.commit(transaction)
        change(&reference)
        try expect("the account with what the commit has counted", account, reference.ledger)
    }

    private mutating func take(_ count: Int, _ destination: String, resuming: Bool = false) throws {
        let now = Duration.milliseconds(sinceBoot)
        let lease = Lease(now: now, deadline: now + Self.lease)
        let last = resuming ? reference.last(for: destination, of: rows.keys) : nil
        let row = last.flatMap { rows[$0] } ?? 0
        let taken = try store.take(count, for: destination, after: row, lease: lease)
        let expected = reference.take(count, for: destination, after: last, lease: lease)
        try expect("taken", taken.map(\.id), expected.map(\.event.id))
        try expect("attempts", taken.map(\.attempts), expected.map(\.attempts))
        try expect("bodies", taken.map(\.body), expected.map(\.event.body))
        for event in taken { rows[event.id] = event.row }
    }

    private mutating func finish(_ count: Int, _ outcome: FinishedEvent.Outcome, remembers: Bool) throws {
        let ids = out(count)
        var transaction = StoreTransaction()
        transaction.finished = ids.compactMap { rows[$0] }.map { FinishedEvent(row: $0, outcome: outcome) }
        transaction.finished += transaction.finished.prefix(1)  // a second verdict on an event counts nothing
        if remembers { transaction.remembered = ids }
        delivered += reference.leased.prefix(count).map(\.event).filter { !$0.hasOwnID }
        try commit(transaction) { $0.finish(ids, outcome, remembers: remembers) }
    }

    /// What a transaction finishes is gone before what it adds comes.
    private mutating func replace(_ count: Int) throws {
        let replaced = reference.leased.prefix(count).map(\.event).filter { !$0.hasOwnID }
        var transaction = StoreTransaction()
        transaction.added = replaced
        transaction.finished = replaced.compactMap { rows[$0.id] }.map { FinishedEvent(row: $0, outcome: .delivered) }
        for event in replaced {
            transaction.ledger.countSubmitted(event.stream)
            rows[event.id] = nil
        }
        try commit(transaction) { reference in
            reference.finish(replaced.map(\.id), .delivered, remembers: false)
            reference.add(replaced)
        }
    }

    private mutating func expire() throws {
        let limit = AgeLimit(
            bootID: "boot-\(boot)", bootTime: sinceBoot - Self.maximumAge,
            wallTime: Timestamp(milliseconds: wall - Self.maximumAge))
        let expected = reference.expired(by: limit)
        let found = try store.expired(by: limit, atMost: .max)
        try expect("expired", found.count, expected.count)
        try expect("expired, at most 2", try store.expired(by: limit, atMost: 2).count, min(2, expected.count))
        var transaction = StoreTransaction()
        transaction.finished = found.map { FinishedEvent(row: $0, outcome: .dropped(.expired)) }
        try commit(transaction) { $0.finish(expected, .dropped(.expired), remembers: false) }
    }

    // MARK: - Comparing

    /// Where a store differs from the reference.
    struct Difference: Error, CustomStringConvertible { let description: String }

    private func compare() throws {
        let state = try store.load()
        try expect("ledger", state.ledger, reference.ledger)
        try expect("held", state.heldSubmissions.map(\.number), reference.held)
        try expect("values", state.values, reference.values)
        try expect("destinations", try store.destinations(), reference.destinations)
        try expect("waiting", try store.waiting(atMost: .max).count, reference.events.count)
        try expect("waiting, at most 3", try store.waiting(atMost: 3).count, min(3, reference.events.count))
        for (name, value) in reference.values { try expect("value", try store.value(named: name), value) }
    }

    private func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) throws {
        guard found != expected else { return }
        throw Difference(description: "\(what): \(found), but it should be \(expected)")
    }
}
