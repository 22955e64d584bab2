import EventSchema

/// The content of an ``InMemoryEventStore``.
struct InMemoryEvents: Sendable {
    struct Stored: Sendable {
        var event: NewEvent
        var failure: Failure?

        var queue: InMemoryQueueKey {
            let state: StoredEventState =
                event.awaitedSchema != nil ? .awaitingSchema : failure != nil ? .retry : .ready
            return InMemoryQueueKey(destination: event.destination, priority: event.priority, state: state)
        }
    }

    /// How often an event failed, and its last ``FailedEvent``.
    struct Failure: Sendable {
        var attempts: Int
        var retryAt: StorageTime
        var isIsolated: Bool
    }

    private let settings: StoreSettings
    private(set) var events: [Int64: Stored] = [:]
    private var queues: [InMemoryQueueKey: InMemoryRows] = [:]
    private var ids: Set<StoredID> = []
    private var deliveredIDs: Set<StoredID> = []
    private var nextRow: Int64 = 1
    private var totals = StoreTotals()
    private var sequences: [ExactText: Int64] = [:]
    var leases = Leases()
    private(set) var state = StoredState()

    init(_ settings: StoreSettings) { self.settings = settings }

    mutating func apply(_ transaction: StoreTransaction) -> Ledger {
        var counted = Ledger()
        for event in transaction.finished { finish(event, &counted) }
        deliveredIDs.formUnion(transaction.deliveredIDs.map { StoredID($0) })
        for event in transaction.failed { fail(event) }
        for event in transaction.decided { decide(event, &counted) }
        for event in transaction.added { add(event, &counted) }
        evict(&counted)
        state.heldSubmissions += transaction.heldSubmissions
        state.heldSubmissions.removeAll { transaction.removedSubmissions.contains($0.number) }
        state.values.merge(transaction.values) { $1 }
        state.ledger += transaction.ledger
        state.ledger += counted
        return counted
    }

    /// Converts retry times of earlier boots to the running boot clock.
    mutating func moveRetries(to time: StorageTime) {
        for (row, stored) in events {
            guard let failure = stored.failure else { continue }
            events[row]?.failure?.retryAt = failure.retryAt.onBootClock(of: time)
        }
    }

    // MARK: - Adding

    private mutating func add(_ event: NewEvent, _ counted: inout Ledger) {
        guard !deliveredIDs.contains(StoredID(event.id)) else { return counted.countDropped(event.stream, .duplicate) }
        let event = numbered(event)
        guard event.body.count <= settings.maximumBytes else { return counted.countDropped(event.stream, .storeFull) }
        guard ids.insert(StoredID(event.id)).inserted else { return counted.countDropped(event.stream, .duplicate) }
        if event.awaitedSchema == nil { sequences[ExactText(event.stream), default: 0] += 1 }
        insert(Stored(event: event), nextRow)
        nextRow += 1
    }

    private mutating func decide(_ decided: DecidedEvent, _ counted: inout Ledger) {
        guard var stored = events[decided.row], stored.event.awaitedSchema != nil else { return }
        remove(decided.row)
        stored.event.awaitedSchema = nil
        (stored.event.isNumbered, stored.event.body) = (decided.isNumbered, decided.body)
        stored.event = numbered(stored.event)
        guard stored.event.body.count <= settings.maximumBytes else {
            return counted.countDropped(stored.event.stream, .storeFull)
        }
        sequences[ExactText(stored.event.stream), default: 0] += 1
        ids.insert(StoredID(stored.event.id))
        insert(stored, decided.row)
    }

    /// The event with its sequence number in the body, when it is ready and to be numbered.
    private func numbered(_ event: NewEvent) -> NewEvent {
        guard event.isNumbered, event.awaitedSchema == nil else { return event }
        var event = event
        event.body = SequenceNumber.inserting(sequences[ExactText(event.stream), default: 0] + 1, into: event.body)
        return event
    }

    private mutating func insert(_ stored: Stored, _ row: Int64) {
        events[row] = stored
        queues[stored.queue, default: InMemoryRows()].insert(row)
        totals.events += 1
        totals.bytes += stored.event.body.count
    }

    // MARK: - Removing

    private mutating func finish(_ finished: FinishedEvent, _ counted: inout Ledger) {
        leases.end([finished.row])
        guard let stream = remove(finished.row) else { return }
        switch finished.outcome {
        case .delivered: counted.countDelivered(stream)
        case .dropped(let reason): counted.countDropped(stream, reason)
        }
    }

    @discardableResult private mutating func remove(_ row: Int64) -> String? {
        guard let stored = events.removeValue(forKey: row) else { return nil }
        queues[stored.queue]?.remove(row)
        ids.remove(StoredID(stored.event.id))
        totals.events -= 1
        totals.bytes -= stored.event.body.count
        return stored.event.stream
    }

    private mutating func fail(_ failed: FailedEvent) {
        leases.end([failed.row])
        guard var stored = events[failed.row], stored.event.awaitedSchema == nil else { return }
        queues[stored.queue]?.remove(failed.row)
        let attempts = (stored.failure?.attempts ?? 0) + 1
        stored.failure = Failure(attempts: attempts, retryAt: failed.retryAt, isIsolated: failed.isIsolated)
        events[failed.row] = stored
        queues[stored.queue, default: InMemoryRows()].insert(failed.row)
    }

    private mutating func evict(_ counted: inout Ledger) {
        for _ in 0..<StoreTransaction.maximumEvictions where settings.isExceeded(by: totals) {
            let candidates = queues.compactMap { queue, rows in
                rows.first(1) { !leases.holds($0) }.first.map { (queue.priority, $0) }
            }
            guard let victim = candidates.min(by: <)?.1, let stream = remove(victim) else { return }
            counted.countDropped(stream, .storeFull)
        }
    }
}

// MARK: - Reading

extension InMemoryEvents {
    mutating func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) -> [LeasedEvent] {
        leases.expire(now: now)
        var found: [LeasedEvent] = []
        for priority in EventPriority.allCases.reversed() where found.count < count {
            found += rows(count - found.count, destination, priority, selection, now).compactMap(leasedEvent)
        }
        leases.begin(found.map(\.row), until: deadline)
        return found
    }

    /// The first rows whose events fulfil a condition, in order.
    func rows(atMost count: Int, where condition: (NewEvent) -> Bool) -> [Int64] {
        let first = queues.values.flatMap { rows in
            rows.first(count) { events[$0].map { condition($0.event) } == true }
        }
        return Array(first.sorted().prefix(count))
    }

    /// The first rows of a destination and a priority that match a selection and are not leased.
    private func rows(
        _ limit: Int, _ destination: String, _ priority: EventPriority, _ selection: LeaseSelection, _ now: Duration
    ) -> [Int64] {
        switch selection {
        case .ready(let position):
            if let position, position.priority < priority { return [] }
            let last = position?.priority == priority ? position?.row : nil
            return queues[InMemoryQueueKey(destination: destination, priority: priority, state: .ready)]?
                .first(limit, behind: last ?? .min) { !leases.holds($0) } ?? []
        case .retries:
            let queue = InMemoryQueueKey(destination: destination, priority: priority, state: .retry)
            let due = queues[queue]?.all.filter { !leases.holds($0) && dueTime($0) <= now } ?? []
            return Array(due.sorted { (dueTime($0), $0) < (dueTime($1), $1) }.prefix(limit))
        }
    }

    private func dueTime(_ row: Int64) -> Duration { events[row]?.failure?.due ?? .zero }

    private func leasedEvent(_ row: Int64) -> LeasedEvent? {
        events[row].map { stored in
            LeasedEvent(
                row: row, id: stored.event.id, stream: stored.event.stream, priority: stored.event.priority,
                attempts: stored.failure?.attempts ?? 0, isIsolated: stored.failure?.isIsolated ?? false,
                body: stored.event.body)
        }
    }

    /// Everything, as the transaction that adds it to another store, which gives the events its own sequence numbers.
    var content: StoreTransaction {
        var transaction = StoreTransaction()
        transaction.added = events.sorted { $0.key < $1.key }.map(\.value.event)
        transaction.heldSubmissions = state.heldSubmissions
        (transaction.ledger, transaction.values) = (state.ledger, state.values)
        transaction.deliveredIDs = deliveredIDs.map(\.text)
        return transaction
    }

    func destinations() -> [String] {
        Set(queues.filter { $0.key.state != .awaitingSchema && !$0.value.isEmpty }.map(\.key.destination)).sorted()
    }

    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) -> Bool {
        EventPriority.allCases.contains { priority in
            let queue = queues[InMemoryQueueKey(destination: destination, priority: priority, state: .ready)]
            return queue?.first(1) { !leases.holds($0) && !rows.contains($0) }.isEmpty == false
        }
    }

    func nextRetry(for destination: String) -> Duration? {
        EventPriority.allCases.compactMap { priority in
            let queue = InMemoryQueueKey(destination: destination, priority: priority, state: .retry)
            return queues[queue]?.all.filter { !leases.holds($0) }.compactMap { events[$0]?.failure?.due }.min()
        }.min()
    }

    func awaitedSchemas() -> [String] { Set(awaitingRows.compactMap { events[$0]?.event.awaitedSchema }).sorted() }

    func events(awaiting schema: String, atMost count: Int) -> [AwaitingEvent] {
        let found = awaitingRows.filter { events[$0]?.event.awaitedSchema == schema }.sorted().prefix(max(0, count))
        return found.compactMap { row in
            events[row].map { stored in
                AwaitingEvent(
                    row: row, id: stored.event.id, stream: stored.event.stream, storedAt: stored.event.storedAt,
                    submission: stored.event.body)
            }
        }
    }

    private var awaitingRows: [Int64] {
        queues.filter { $0.key.state == .awaitingSchema }.flatMap(\.value.all)
    }
}

extension InMemoryEvents.Failure {
    /// The retry time, as time since boot.
    var due: Duration { .milliseconds(retryAt.millisecondsSinceBoot) }
}
