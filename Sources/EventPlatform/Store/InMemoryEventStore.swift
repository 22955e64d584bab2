import EventSupport

/// A store that lives as long as the process: for tests, and for a client that finds no usable file.
public final class InMemoryEventStore: EventStore {
    private let state: Locked<InMemoryEvents>

    /// Creates an empty store. Of the settings only the limits matter.
    public init(settings: StoreSettings = StoreSettings()) { state = Locked(InMemoryEvents(settings)) }

    /// What was committed so far; an earlier process leaves nothing.
    public func load() -> StoredState { state.withLock(\.state) }

    /// Makes a change whole.
    public func commit(_ transaction: StoreTransaction) -> Ledger { state.withLock { $0.carryOut(transaction) } }

    /// Takes waiting events of a destination for sending.
    public func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) -> [StoredEvent] {
        state.withLock { $0.take(limit, for: destination, after: row, lease: lease) }
    }

    /// Ends the lease of events about which nothing has become known.
    public func giveBack(_ rows: [Int64]) { state.withLock { $0.leases.end(rows) } }

    /// The destinations that have waiting events, sorted.
    public func destinations() -> [String] {
        state.withLock { state in
            Set(state.events.values.map { state.destinations[$0.row.destination] }).sorted()
        }
    }

    /// Events that are too old.
    public func expired(by limit: AgeLimit, atMost count: Int) -> [Int64] {
        state.withLock { Array($0.events.filter { limit.excludes($0.value.event.storedAt) }.keys.prefix(count)) }
    }

    /// Waiting events.
    public func waiting(atMost count: Int) -> [Int64] { state.withLock { Array($0.events.keys.prefix(count)) } }

    /// A setting of the client that a transaction has kept.
    public func value(named name: String) -> String? { state.withLock { $0.state.values[name] } }

    /// Does nothing.
    public func close() {}
}

/// What a store in memory holds.
struct InMemoryEvents: Sendable {
    struct Stored: Sendable {
        let row: RowNumber
        let event: NewEvent
        var attempts = 0
    }

    private let settings: StoreSettings
    var events: [Int64: Stored] = [:]
    /// The rows of each lane in the order of arrival, with those that are gone still among them.
    private var lanes: [Lane: [Int64]] = [:]
    private(set) var destinations: [String] = []
    private var ids: Set<StoredID> = []
    private var finished: Set<StoredID> = []
    private var nextArrival: Int64 = 1
    private var totals = StoreTotals()
    private var sequences: [String: Int64] = [:]
    var leases = Leases()
    private(set) var state = StoredState()

    init(_ settings: StoreSettings) { self.settings = settings }

    mutating func carryOut(_ transaction: StoreTransaction) -> Ledger {
        var counted = Ledger()
        for event in transaction.finished { finish(event, &counted) }
        finished.formUnion(transaction.remembered.map { StoredID($0) })
        leases.end(transaction.failed)
        for row in transaction.failed { events[row]?.attempts += 1 }
        for event in transaction.added { add(event, &counted) }
        makeRoom(&counted)
        state.heldSubmissions += transaction.held
        state.heldSubmissions.removeAll { transaction.released.contains($0.number) }
        state.values.merge(transaction.values) { $1 }
        state.ledger += transaction.ledger
        state.ledger += counted
        return counted
    }

    private mutating func add(_ event: NewEvent, _ counted: inout Ledger) {
        guard !finished.contains(StoredID(event.id)) else { return counted.countDropped(event.stream, .duplicate) }
        let sequence = sequences[event.stream, default: 0] + 1
        var event = event
        if event.isNumbered { event.body = SequenceNumber.write(sequence, into: event.body) }
        guard event.body.count <= settings.maximumBytes else {
            return counted.countDropped(event.stream, .storeFull)
        }
        guard ids.insert(StoredID(event.id)).inserted else { return counted.countDropped(event.stream, .duplicate) }
        sequences[event.stream] = sequence
        let lane = Lane(destination: number(of: event.destination), priority: event.priority)
        let row = RowNumber(lane, arrival: nextArrival)
        nextArrival += 1
        events[row.value] = Stored(row: row, event: event)
        lanes[lane, default: []].append(row.value)
        totals.events += 1
        totals.bytes += event.body.count
    }

    private mutating func number(of destination: String) -> Int {
        if let number = destinations.firstIndex(of: destination) { return number }
        destinations.append(destination)
        return destinations.count - 1
    }

    private mutating func finish(_ finished: FinishedEvent, _ counted: inout Ledger) {
        leases.end([finished.row])
        guard let stream = remove(finished.row) else { return }
        switch finished.outcome {
        case .delivered: counted.countDelivered(stream)
        case .dropped(let reason): counted.countDropped(stream, reason)
        }
    }

    private mutating func remove(_ row: Int64) -> String? {
        guard let stored = events.removeValue(forKey: row) else { return nil }
        ids.remove(StoredID(stored.event.id))
        totals.events -= 1
        totals.bytes -= stored.event.body.count
        return stored.event.stream
    }

    private mutating func makeRoom(_ counted: inout Ledger) {
        while settings.isExceeded(by: totals) {
            for lane in lanes.keys { forgetRemoved(in: lane) }
            let candidates = lanes.values.compactMap { rows in rows.first { events[$0] != nil && !leases.holds($0) } }
            guard let victim = candidates.map({ RowNumber($0) }).min(by: RowNumber.makesRoomBefore),
                let stream = remove(victim.value)
            else { return }
            counted.countDropped(stream, .storeFull)
        }
    }

    mutating func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) -> [StoredEvent] {
        leases.expire(now: lease.now)
        guard let number = destinations.firstIndex(of: destination) else { return [] }
        var taken: [StoredEvent] = []
        for priority in EventPriority.allCases.reversed() {
            let lane = Lane(destination: number, priority: priority)
            forgetRemoved(in: lane)
            for candidate in lanes[lane] ?? [] where taken.count < limit && candidate > row && !leases.holds(candidate)
            {
                guard let stored = events[candidate] else { continue }
                taken.append(
                    StoredEvent(
                        row: candidate, id: stored.event.id, stream: stored.event.stream, attempts: stored.attempts,
                        body: stored.event.body))
            }
        }
        leases.take(taken.map(\.row), until: lease.deadline)
        return taken
    }

    private mutating func forgetRemoved(in lane: Lane) {
        let gone = lanes[lane]?.prefix { events[$0] == nil }.count ?? 0
        if gone > 0 { lanes[lane]?.removeFirst(gone) }
    }
}
