import EventPlatform

/// What a store does, in the simplest way: a list that every operation walks through. ``EventStoreCompatibility``
/// compares stores with it.
struct ReferenceStore {
    struct Stored: Hashable {
        /// As it was given to the store, but for the body, which has the number.
        let event: NewEvent
        var attempts = 0
        var lease: Duration?
    }

    let settings: StoreSettings
    private(set) var events: [Stored] = []
    private(set) var ledger = Ledger()
    private(set) var held: [Int64] = []
    private(set) var values: [String: String] = [:]
    private var remembered: Set<String> = []
    private var sequences: [String: Int64] = [:]

    init(settings: StoreSettings) { self.settings = settings }

    var destinations: [String] { Set(events.map(\.event.destination)).sorted() }

    /// The events that are out, in the order of arrival.
    var leased: [Stored] { events.filter { $0.lease != nil } }

    func holds(_ id: String) -> Bool { events.contains { $0.event.id == id } }

    mutating func add(_ new: [NewEvent]) {
        for event in new {
            ledger.countSubmitted(event.stream)
            if let reason = add(event) { ledger.countDropped(event.stream, reason) }
        }
        makeRoom()
    }

    /// Adds an event, or says why not.
    private mutating func add(_ event: NewEvent) -> DropReason? {
        guard !remembered.contains(event.id) else { return .duplicate }
        let sequence = sequences[event.stream, default: 0] + 1
        var event = event
        if event.isNumbered { event.body = SequenceNumber.write(sequence, into: event.body) }
        guard event.body.count <= settings.maximumBytes else { return .storeFull }
        guard !holds(event.id) else { return .duplicate }
        sequences[event.stream] = sequence
        events.append(Stored(event: event))
        return nil
    }

    private mutating func makeRoom() {
        while events.count > settings.maximumEvents
            || events.reduce(0, { $0 + $1.event.body.count }) > settings.maximumBytes
        {
            let candidates = events.indices.filter { events[$0].lease == nil }
            // `min` gives the first of equals, which is the oldest.
            guard let victim = candidates.min(by: { events[$0].event.priority < events[$1].event.priority }) else {
                return
            }
            ledger.countDropped(events[victim].event.stream, .storeFull)
            events.remove(at: victim)
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

    mutating func take(_ limit: Int, for destination: String, after id: String?, lease: Lease) -> [Stored] {
        for index in events.indices where events[index].lease.map({ $0 <= lease.now }) ?? false {
            events[index].lease = nil
        }
        let ordered = inOrder(destination)
        let start = ordered.firstIndex { $0.event.id == id }.map { $0 + 1 } ?? 0
        let taken = Array(ordered[start...].filter { $0.lease == nil }.prefix(limit))
        for index in events.indices where taken.contains(where: { $0.event.id == events[index].event.id }) {
            events[index].lease = lease.deadline
        }
        return taken
    }

    mutating func finish(_ ids: [String], _ outcome: FinishedEvent.Outcome, remembers: Bool) {
        for id in ids {
            guard let index = events.firstIndex(where: { $0.event.id == id }) else { continue }
            let stream = events.remove(at: index).event.stream
            if remembers { remembered.insert(id) }
            switch outcome {
            case .delivered: ledger.countDelivered(stream)
            case .dropped(let reason): ledger.countDropped(stream, reason)
            }
        }
    }

    mutating func fail(_ ids: [String]) {
        for index in events.indices where ids.contains(events[index].event.id) {
            events[index].attempts += 1
            events[index].lease = nil
        }
    }

    mutating func giveBack(_ ids: [String]) {
        for index in events.indices where ids.contains(events[index].event.id) { events[index].lease = nil }
    }

    mutating func reopen() { giveBack(events.map(\.event.id)) }

    func expired(by limit: AgeLimit) -> [String] {
        events.filter { limit.excludes($0.event.storedAt) }.map(\.event.id)
    }

    mutating func hold(_ number: Int64) { held.append(number) }
    mutating func release() { held.removeFirst() }
    mutating func keep(_ value: String, named name: String) { values[name] = value }
}
