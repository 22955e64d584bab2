import EventPlatform

/// A store and the reference beside it, taken through the same operations.
struct StoreRun {
    private let isDurable: Bool
    private let open: () throws -> any EventStore
    private var store: any EventStore
    private var reference: ReferenceStore
    /// Rows of the events that were leased or awaited a schema, by id.
    private var rows: [String: Int64] = [:]
    /// Events that were delivered, whose ids are not the client's own.
    private var delivered: [NewEvent] = []
    private var nextHeld: Int64 = 1
    private var (wall, sinceBoot, boot): (Int64, Int64, Int) = (1_700_000_000_000, 1_000_000, 1)

    private static let leaseLength: Duration = .seconds(30)
    /// How often a commit may fail before it succeeds.
    private static let maximumFailures = 3
    private static let maximumAge: Int64 = 100_000

    init(settings: StoreSettings, isDurable: Bool, open: @escaping () throws -> any EventStore) throws {
        self.isDurable = isDurable
        self.open = open
        reference = ReferenceStore(settings: settings)
        store = try open()
    }

    func close() throws { try store.close() }

    /// Performs an operation on both.
    ///
    /// - Throws: ``Difference`` when they differ.
    mutating func perform(_ operation: StoreOperation) throws {
        var transaction = StoreTransaction()
        switch operation {
        case .add(let arrivals): try add(arrivals.map(event))
        case .lease(let count, let destination, let resuming): try lease(count, "d\(destination)", resuming: resuming)
        case .leaseRetries(let count, let destination): try leaseRetries(count, "d\(destination)")
        case .deliver(let count, let keepsIDs): try finish(count, .delivered, keepsIDs: keepsIDs)
        case .drop(let count): try finish(count, .dropped(.rejectedStatus), keepsIDs: false)
        case .fail(let count, let seconds, let isIsolated): try fail(count, seconds: seconds, isIsolated: isIsolated)
        case .decide(let count, let bytes, let isNumbered): try decide(count, bytes: bytes, isNumbered: isNumbered)
        case .releaseLeases(let count):
            let ids = leased(count)
            store.release(ids.compactMap { rows[$0] })
            reference.release(ids)
        case .wait(let seconds):
            wall += Int64(seconds) * 1000
            sinceBoot += Int64(seconds) * 1000
            try lease(0, "d0")  // a lease passes the new time to the store
        case .setWallClock(let seconds): wall += Int64(seconds) * 1000
        case .reboot:
            (boot, sinceBoot) = (boot + 1, 1000)
            try reopen()
        case .expire: try expire()
        case .hold:
            let number = nextHeld
            transaction.heldSubmissions = [HeldSubmission(number: number, stream: "s", submission: [1])]
            transaction.ledger.countSubmitted("s")
            try commit(transaction) { $0.hold(number) }
            nextHeld += 1
        case .release:
            guard let number = reference.held.first else { break }
            transaction.removedSubmissions = [number]
            transaction.ledger.countDropped("s", .outOfSample)
            try commit(transaction) { $0.releaseHeld() }
        case .saveValue(let number):
            let value = "\(wall)"
            transaction.values = ["v\(number)": value]
            try commit(transaction) { $0.saveValue(value, named: "v\(number)") }
        case .replace(let count): try replace(count)
        case .addDuplicates(let count): try add(delivered.suffix(count))
        case .erase: try store.erase()
        case .reopen: try reopen()
        }
        try compare()
    }

    /// Opens the store again. A store that is not durable stays open, and its leases end.
    private mutating func reopen() throws {
        if isDurable {
            try store.close()
            store = try open()
        } else {
            store.release(Array(rows.values))
        }
        _ = try store.load(at: now)
        reference.reopen(at: now)
    }

    private var now: StorageTime {
        StorageTime(wall: Timestamp(milliseconds: wall), bootID: "boot-\(boot)", millisecondsSinceBoot: sinceBoot)
    }

    // MARK: - Operations

    private func event(_ arrival: StoreOperation.Arrival) -> NewEvent {
        var event = NewEvent(
            id: "\(arrival.isIDGenerated ? "own" : "given")-\(arrival.id)", stream: "s\(arrival.stream)",
            destination: "d\(arrival.destination)", priority: arrival.priority, storedAt: now,
            body: Self.body(arrival.bytes))
        event.isIDGenerated = arrival.isIDGenerated
        event.isNumbered = arrival.isNumbered
        event.awaitedSchema = arrival.schema.map { "schema-\($0)" }
        return event
    }

    private static func body(_ bytes: Int) -> [UInt8] {
        Array("{\"meta\":{},\"x\":\"\(String(repeating: "x", count: bytes))\"}".utf8)
    }

    private mutating func add(_ events: [NewEvent]) throws {
        var transaction = StoreTransaction()
        transaction.added = events
        for event in events {
            transaction.ledger.countSubmitted(event.stream)
            // The known row is that of an earlier event with this id.
            if !reference.holds(event.id) { rows[event.id] = nil }
        }
        try commit(transaction) { $0.add(events) }
    }

    private func leased(_ count: Int) -> [String] { reference.leased.prefix(count).map(\.event.id) }

    /// Commits to the store, does the same to the reference, and compares what was counted.
    private mutating func commit(_ transaction: StoreTransaction, _ change: (inout ReferenceStore) -> Void) throws {
        var account = reference.ledger
        account += transaction.ledger
        account += try counted(committing: transaction)
        change(&reference)
        try expect("the account with what the commit has counted", account, reference.ledger)
    }

    /// Commits to the store, and again if it cannot be written, as a client does.
    private func counted(committing transaction: StoreTransaction) throws -> Ledger {
        for _ in 0..<Self.maximumFailures {
            do { return try store.commit(transaction) } catch {
                if (error as? StoreError)?.code == .unwritable {
                    throw Difference(description: "content that every store takes is unwritable: \(error)")
                }
                try compareUnchanged(since: error)
            }
        }
        return try store.commit(transaction)
    }

    /// Compares the store with the reference, which lacks the change of a commit that failed.
    private func compareUnchanged(since failure: any Error) throws {
        do { try compare() } catch {
            throw Difference(description: "after commit(_:) threw \(failure): \(error)")
        }
    }

    private var durationSinceBoot: Duration { .milliseconds(sinceBoot) }
    private var leaseEnd: Duration { durationSinceBoot + Self.leaseLength }

    private mutating func lease(_ count: Int, _ destination: String, resuming: Bool = false) throws {
        let last = resuming ? reference.last(for: destination, of: rows.keys) : nil
        let position = last.flatMap { last in
            reference.events.first { $0.event.id == last }.map {
                SendingPosition(priority: $0.event.priority, row: rows[last] ?? 0)
            }
        }
        let found = try store.lease(
            .ready(after: position), for: destination, atMost: count, now: durationSinceBoot, until: leaseEnd)
        let expected = reference.lease(
            after: last, for: destination, atMost: count, now: durationSinceBoot, until: leaseEnd)
        try compare(found, expected)
    }

    private mutating func leaseRetries(_ count: Int, _ destination: String) throws {
        let found = try store.lease(.retries, for: destination, atMost: count, now: durationSinceBoot, until: leaseEnd)
        try compare(
            found, reference.leaseRetries(for: destination, atMost: count, now: durationSinceBoot, until: leaseEnd))
    }

    private mutating func compare(_ found: [LeasedEvent], _ expected: [ReferenceStore.Stored]) throws {
        try expect("leased", found.map(\.id), expected.map(\.event.id))
        try expect("priorities", found.map(\.priority), expected.map(\.event.priority))
        try expect("attempts", found.map(\.attempts), expected.map(\.attempts))
        try expect("isolated", found.map(\.isIsolated), expected.map(\.isIsolated))
        try expect("bodies", found.map(\.body), expected.map(\.event.body))
        for event in found { rows[event.id] = event.row }
    }

    /// Leased events have failed. One that awaits a schema cannot fail: it is in the transaction too, and must be
    /// ignored.
    private mutating func fail(_ count: Int, seconds: Int, isIsolated: Bool) throws {
        let ids = leased(count)
        let time = now.advanced(by: .seconds(seconds))
        let awaiting = try reference.awaitedSchemas.first.flatMap { try store.events(awaiting: $0, atMost: 1).first }
        let failed = ids.compactMap { rows[$0] } + (awaiting.map { [$0.row] } ?? [])
        var transaction = StoreTransaction()
        transaction.failed = failed.map { FailedEvent(row: $0, retryAt: time, isIsolated: isIsolated) }
        try commit(transaction) { $0.fail(ids, retryAt: time, isIsolated: isIsolated) }
    }

    /// Events that await the first schema become ready. A leased event is in the transaction too, and must be ignored.
    private mutating func decide(_ count: Int, bytes: Int, isNumbered: Bool) throws {
        guard let schema = reference.awaitedSchemas.first else { return }
        let found = try store.events(awaiting: schema, atMost: count)
        for event in found { rows[event.id] = event.row }
        let named = found.map(\.row) + leased(1).compactMap { rows[$0] }
        var transaction = StoreTransaction()
        transaction.decided = named.map { DecidedEvent(row: $0, isNumbered: isNumbered, body: Self.body(bytes)) }
        let ids = found.map(\.id)
        try commit(transaction) { $0.decide(ids, Self.body(bytes), isNumbered: isNumbered) }
    }

    private mutating func finish(_ count: Int, _ outcome: FinishedEvent.Outcome, keepsIDs: Bool) throws {
        let ids = leased(count)
        var transaction = StoreTransaction()
        transaction.finished = ids.compactMap { rows[$0] }.map { FinishedEvent(row: $0, outcome: outcome) }
        transaction.finished += transaction.finished.prefix(1)  // a second verdict on an event counts nothing
        if keepsIDs { transaction.deliveredIDs = ids }
        delivered += reference.leased.prefix(count).map(\.event).filter { !$0.isIDGenerated }
        try commit(transaction) { $0.finish(ids, outcome, keepsIDs: keepsIDs) }
    }

    /// Replaces events in one transaction, which finishes them before it adds events with the same ids.
    private mutating func replace(_ count: Int) throws {
        let replaced = reference.leased.prefix(count).map(\.event).filter { !$0.isIDGenerated }
        var transaction = StoreTransaction()
        transaction.added = replaced
        transaction.finished = replaced.compactMap { rows[$0.id] }.map { FinishedEvent(row: $0, outcome: .delivered) }
        for event in replaced {
            transaction.ledger.countSubmitted(event.stream)
            rows[event.id] = nil
        }
        try commit(transaction) { reference in
            reference.finish(replaced.map(\.id), .delivered, keepsIDs: false)
            reference.add(replaced)
        }
    }

    private mutating func expire() throws {
        let earlier = boot > 0 && wall % 2 == 0 ? ["boot-\(boot - 1)": sinceBoot] : [:]
        let limit = AgeLimit(
            bootID: "boot-\(boot)", millisecondsSinceBoot: sinceBoot - Self.maximumAge, earlierBoots: earlier,
            wallTime: Timestamp(milliseconds: wall - Self.maximumAge))
        let expected = reference.expired(by: limit)
        let found = try store.expiredRows(by: limit, atMost: .max)
        try expect("expired", found.count, expected.count)
        try expect("expired, at most 2", try store.expiredRows(by: limit, atMost: 2).count, min(2, expected.count))
        var transaction = StoreTransaction()
        transaction.finished = found.map { FinishedEvent(row: $0, outcome: .dropped(.expired)) }
        try commit(transaction) { $0.finish(expected, .dropped(.expired), keepsIDs: false) }
    }

    // MARK: - Comparing

    /// Where a store differs from the reference.
    struct Difference: Error, CustomStringConvertible { let description: String }

    private func compare() throws {
        let state = try store.load(at: now)
        try expect("ledger", state.ledger, reference.ledger)
        try expect("held", state.heldSubmissions.map(\.number), reference.held)
        try expect("values", state.values, reference.values)
        try expect("destinations", try store.destinations(), reference.destinations)
        for destination in ["d0", "d1", "d2"] {
            let expected = reference.nextRetry(for: destination)
            try expect("next retry", try store.nextRetry(for: destination), expected)
            try compareReady(for: destination)
        }
        try compareAwaiting()
        try expect("stored rows", try store.storedRows(atMost: .max).count, reference.events.count)
        try expect("stored rows, at most 3", try store.storedRows(atMost: 3).count, min(3, reference.events.count))
        for (name, value) in reference.values { try expect("value", try store.value(named: name), value) }
    }

    /// Without exceptions, and without the events that were leased once.
    private func compareReady(for destination: String) throws {
        for excluded in [[:], rows] {
            let found = try store.hasReadyEvent(for: destination, besides: Set(excluded.values))
            let expected = reference.hasReadyEvent(for: destination, besides: excluded.keys)
            try expect("has a ready event, apart from \(excluded.count) rows", found, expected)
        }
    }

    private func compareAwaiting() throws {
        try expect("awaited schemas", try store.awaitedSchemas(), reference.awaitedSchemas)
        for schema in reference.awaitedSchemas + ["no schema"] {
            let found = try store.events(awaiting: schema, atMost: 3)
            let expected = reference.events(awaiting: schema).prefix(3)
            try expect("awaiting", found.map(\.id), expected.map(\.id))
            try expect("awaiting since", found.map(\.storedAt), expected.map(\.storedAt))
            try expect("submissions", found.map(\.submission), expected.map(\.body))
        }
    }

    private func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) throws {
        guard found != expected else { return }
        throw Difference(description: "\(what): \(found), but it should be \(expected)")
    }
}
