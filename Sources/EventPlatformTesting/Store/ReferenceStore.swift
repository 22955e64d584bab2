import EventPlatform

/// What a store does, in the simplest way: a list that every operation walks through. ``EventStoreCompatibility``
/// compares stores with it.
struct ReferenceStore {
    struct Stored: Hashable {
        /// As it was given to the store, but for the body, which has the number.
        var event: NewEvent
        var attempts = 0
        var retryAt: StorageTime?
        var isIsolated = false
        var lease: Duration?
    }

    let settings: StoreSettings
    private(set) var events: [Stored] = []
    private(set) var ledger = Ledger()
    private(set) var held: [Int64] = []
    private(set) var values: [String: String] = [:]
    private var deliveredIDs: Set<String> = []
    private var sequences: [String: Int64] = [:]

    init(settings: StoreSettings) { self.settings = settings }

    var destinations: [String] {
        Set(events.filter { $0.event.awaitedSchema == nil }.map(\.event.destination)).sorted()
    }

    /// Whether a destination has a ready event that is not leased, apart from some.
    func hasReadyEvent(for destination: String, besides ids: some Collection<String>) -> Bool {
        events.contains { stored in
            stored.event.destination == destination && stored.event.awaitedSchema == nil && stored.retryAt == nil
                && stored.lease == nil && !ids.contains(stored.event.id)
        }
    }

    /// The earliest retry time of a destination's failed events that are not leased.
    func nextRetry(for destination: String) -> Duration? {
        let waiting = events.filter { $0.event.destination == destination && $0.lease == nil }
        return waiting.compactMap { $0.retryAt.map { .milliseconds($0.millisecondsSinceBoot) } }.min()
    }

    var awaitedSchemas: [String] { Set(events.compactMap(\.event.awaitedSchema)).sorted() }

    func events(awaiting schema: String) -> [NewEvent] { events.map(\.event).filter { $0.awaitedSchema == schema } }

    /// The events that are leased, in the order of arrival.
    var leased: [Stored] { events.filter { $0.lease != nil } }

    func holds(_ id: String) -> Bool { events.contains { $0.event.id == id } }

    mutating func add(_ new: [NewEvent]) {
        for event in new {
            ledger.countSubmitted(event.stream)
            if let reason = add(event) { ledger.countDropped(event.stream, reason) }
        }
        evict()
    }

    /// Adds an event, or returns why it was not added.
    private mutating func add(_ event: NewEvent) -> DropReason? {
        guard !deliveredIDs.contains(event.id) else { return .duplicate }
        let event = numbered(event)
        guard event.body.count <= settings.maximumBytes else { return .storeFull }
        guard !holds(event.id) else { return .duplicate }
        if event.awaitedSchema == nil { sequences[event.stream, default: 0] += 1 }
        events.append(Stored(event: event))
        return nil
    }

    private func numbered(_ event: NewEvent) -> NewEvent {
        guard event.isNumbered, event.awaitedSchema == nil else { return event }
        var event = event
        event.body = SequenceNumber.inserting(sequences[event.stream, default: 0] + 1, into: event.body)
        return event
    }

    /// Events that await a schema become ready, all with the same body.
    mutating func decide(_ ids: [String], _ body: [UInt8], isNumbered: Bool) {
        for id in ids {
            guard let index = events.firstIndex(where: { $0.event.id == id && $0.event.awaitedSchema != nil }) else {
                continue
            }
            var event = events[index].event
            (event.awaitedSchema, event.isNumbered, event.body) = (nil, isNumbered, body)
            event = numbered(event)
            if event.body.count > settings.maximumBytes {
                ledger.countDropped(event.stream, .storeFull)
                events.remove(at: index)
            } else {
                sequences[event.stream, default: 0] += 1
                events[index].event = event
            }
        }
        evict()
    }

    private mutating func evict() {
        while events.count > settings.maximumEvents
            || events.reduce(0, { $0 + $1.event.body.count }) > settings.maximumBytes
        {
            let candidates = events.indices.filter { events[$0].lease == nil }
            // `min` gives the first of equals, which is the oldest.
            guard let evicted = candidates.min(by: { events[$0].event.priority < events[$1].event.priority }) else {
                return
            }
            ledger.countDropped(events[evicted].event.stream, .storeFull)
            events.remove(at: evicted)
        }
    }

    /// The events of a destination in the order of sending.
    private func inOrder(_ destination: String) -> [Stored] {
        EventPriority.allCases.reversed().flatMap { priority in
            events.filter { $0.event.destination == destination && $0.event.priority == priority }
        }
    }

    /// The id of the waiting event of a destination that comes last among some.
    func last(for destination: String, of ids: some Collection<String>) -> String? {
        inOrder(destination).last { ids.contains($0.event.id) }?.event.id
    }

    /// Leases events that are ready, behind one of them.
    mutating func lease(
        after id: String?, for destination: String, atMost count: Int, now: Duration, until deadline: Duration
    ) -> [Stored] {
        expireLeases(now)
        let ordered = inOrder(destination)
        let start = ordered.firstIndex { $0.event.id == id }.map { $0 + 1 } ?? 0
        let ready = ordered[start...].filter { $0.event.awaitedSchema == nil && $0.retryAt == nil }
        return begin(ready.filter { $0.lease == nil }.prefix(count), until: deadline)
    }

    /// Leases failed events whose retry time has come.
    mutating func leaseRetries(
        for destination: String, atMost count: Int, now: Duration, until deadline: Duration
    ) -> [Stored] {
        expireLeases(now)
        var due: [Stored] = []
        for priority in EventPriority.allCases.reversed() { due += failed(destination, priority) }
        due = due.filter { stored in .milliseconds(stored.retryAt?.millisecondsSinceBoot ?? 0) <= now }
        return begin(due.filter { $0.lease == nil }.prefix(count), until: deadline)
    }

    /// Failed events of one priority, by retry time; the order of arrival is kept among equals.
    private func failed(_ destination: String, _ priority: EventPriority) -> [Stored] {
        let failed = inOrder(destination).filter { $0.event.priority == priority && $0.retryAt != nil }
        let times: [Int64] = failed.map { $0.retryAt?.millisecondsSinceBoot ?? 0 }
        let order = failed.indices.sorted { left, right in
            times[left] == times[right] ? left < right : times[left] < times[right]
        }
        return order.map { failed[$0] }
    }

    private mutating func expireLeases(_ now: Duration) {
        for index in events.indices where events[index].lease.map({ $0 <= now }) ?? false { events[index].lease = nil }
    }

    private mutating func begin(_ found: ArraySlice<Stored>, until deadline: Duration) -> [Stored] {
        for index in events.indices where found.contains(where: { $0.event.id == events[index].event.id }) {
            events[index].lease = deadline
        }
        return Array(found)
    }

    mutating func finish(_ ids: [String], _ outcome: FinishedEvent.Outcome, keepsIDs: Bool) {
        for id in ids {
            guard let index = events.firstIndex(where: { $0.event.id == id }) else { continue }
            let stream = events.remove(at: index).event.stream
            if keepsIDs { deliveredIDs.insert(id) }
            switch outcome {
            case .delivered: ledger.countDelivered(stream)
            case .dropped(let reason): ledger.countDropped(stream, reason)
            }
        }
    }

    mutating func fail(_ ids: [String], retryAt: StorageTime, isIsolated: Bool) {
        for index in events.indices where ids.contains(events[index].event.id) {
            events[index].attempts += 1
            events[index].lease = nil
            (events[index].retryAt, events[index].isIsolated) = (retryAt, isIsolated)
        }
    }

    mutating func release(_ ids: [String]) {
        for index in events.indices where ids.contains(events[index].event.id) { events[index].lease = nil }
    }

    mutating func reopen(at time: StorageTime) {
        release(events.map(\.event.id))
        for index in events.indices { events[index].retryAt = events[index].retryAt?.onBootClock(of: time) }
    }

    func expired(by limit: AgeLimit) -> [String] {
        events.filter { limit.excludes($0.event.storedAt) }.map(\.event.id)
    }

    mutating func hold(_ number: Int64) {
        held.append(number)
        ledger.countSubmitted("s")
    }
    mutating func releaseHeld() {
        held.removeFirst()
        ledger.countDropped("s", .outOfSample)
    }
    mutating func saveValue(_ value: String, named name: String) { values[name] = value }
}
