import EventPlatform

/// What the file holds.
struct Content: Codable {
    struct Event: Codable {
        let row: Int64
        let id, stream, destination: String
        let priority: EventPriority
        let storedAt: StorageTime
        /// The schema that has to arrive before the event may be sent.
        var awaitedSchema: String?
        var failure: Failure?
        var body: [UInt8]

        var isReady: Bool { awaitedSchema == nil && failure == nil }
        var position: SendingPosition { SendingPosition(priority: priority, row: row) }

        /// Which of two events is leased first: of retries of one priority the one whose time has come first.
        func comesBefore(_ other: Event, _ selection: LeaseSelection) -> Bool {
            if selection == .retries, priority == other.priority, let due = failure?.due,
                let otherDue = other.failure?.due,
                due != otherDue
            {
                return due < otherDue
            }
            return position < other.position
        }
    }
    /// How often an event has failed, when it may be retried, and whether it is isolated.
    struct Failure: Codable {
        var attempts: Int
        var retryAt: StorageTime
        var isIsolated: Bool

        var due: Duration { .milliseconds(retryAt.millisecondsSinceBoot) }
    }
    struct Held: Codable {
        let number: Int64
        let stream: String
        let submission: [UInt8]
    }
    struct Count: Codable {
        let stream, outcome: String
        let count: Int
    }

    var events: [Event] = []
    var held: [Held] = []
    var values: [String: String] = [:]
    var remembered: Set<String> = []
    /// How many events of each stream came and may be sent.
    var sequences: [String: Int64] = [:]
    var nextRow: Int64 = 1
    var counts: [Count] = []

    var ledger: Ledger {
        Ledger(counts.map { Ledger.Entry(stream: $0.stream, outcome: $0.outcome, count: $0.count) })
    }

    mutating func count(_ change: Ledger) {
        var sum = ledger
        sum += change
        counts = sum.entries.map { Count(stream: $0.stream, outcome: $0.outcome, count: $0.count) }
    }

    mutating func add(_ event: NewEvent, _ settings: StoreSettings, _ counted: inout Ledger) {
        guard !remembered.contains(event.id) else { return counted.countDropped(event.stream, .duplicate) }
        let body = event.awaitedSchema == nil ? numbered(event.body, event.isNumbered, event.stream) : event.body
        guard body.count <= settings.maximumBytes else { return counted.countDropped(event.stream, .storeFull) }
        guard !events.contains(where: { $0.id == event.id }) else {
            return counted.countDropped(event.stream, .duplicate)
        }
        if event.awaitedSchema == nil { sequences[event.stream, default: 0] += 1 }
        events.append(
            Event(
                row: nextRow, id: event.id, stream: event.stream, destination: event.destination,
                priority: event.priority, storedAt: event.storedAt, awaitedSchema: event.awaitedSchema, body: body))
        nextRow += 1
    }

    private func numbered(_ body: [UInt8], _ isNumbered: Bool, _ stream: String) -> [UInt8] {
        isNumbered ? SequenceNumber.inserting(sequences[stream, default: 0] + 1, into: body) : body
    }

    mutating func decide(_ decided: DecidedEvent, _ settings: StoreSettings, _ counted: inout Ledger) {
        guard let index = events.firstIndex(where: { $0.row == decided.row && $0.awaitedSchema != nil }) else { return }
        let stream = events[index].stream
        let body = numbered(decided.body, decided.isNumbered, stream)
        guard body.count <= settings.maximumBytes else {
            events.remove(at: index)
            return counted.countDropped(stream, .storeFull)
        }
        sequences[stream, default: 0] += 1
        (events[index].awaitedSchema, events[index].body) = (nil, body)
    }

    mutating func finish(_ finished: FinishedEvent, _ counted: inout Ledger) {
        guard let index = events.firstIndex(where: { $0.row == finished.row }) else { return }
        let stream = events.remove(at: index).stream
        switch finished.outcome {
        case .delivered: counted.countDelivered(stream)
        case .dropped(let reason): counted.countDropped(stream, reason)
        }
    }

    mutating func fail(_ failed: FailedEvent) {
        guard let index = events.firstIndex(where: { $0.row == failed.row && $0.awaitedSchema == nil }) else { return }
        events[index].failure = Failure(
            attempts: (events[index].failure?.attempts ?? 0) + 1, retryAt: failed.retryAt,
            isIsolated: failed.isIsolated)
    }

    /// Moves retry times of earlier starts of the system onto the running boot clock. The wall clock may have been set
    /// meanwhile, so that no time is further than a day.
    mutating func moveRetries(to now: StorageTime) {
        for index in events.indices {
            guard let old = events[index].failure?.retryAt, old.bootID != now.bootID else { continue }
            let left = min(max(0, old.wall.milliseconds - now.wall.milliseconds), 86_400_000)
            events[index].failure?.retryAt = StorageTime(
                wall: Timestamp(milliseconds: now.wall.milliseconds + left), bootID: now.bootID,
                millisecondsSinceBoot: now.millisecondsSinceBoot + left)
        }
    }

    mutating func evict(_ settings: StoreSettings, sparing leases: [Int64: Duration], _ counted: inout Ledger) {
        for _ in 0..<StoreTransaction.maximumEvictions {
            let bytes = events.reduce(0) { $0 + $1.body.count }
            guard events.count > settings.maximumEvents || bytes > settings.maximumBytes else { return }
            let candidates = events.indices.filter { leases[events[$0].row] == nil }
            // The first of equals is the oldest.
            guard let victim = candidates.min(by: { events[$0].priority < events[$1].priority }) else { return }
            counted.countDropped(events.remove(at: victim).stream, .storeFull)
        }
    }
}
