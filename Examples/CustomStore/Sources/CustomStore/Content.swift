import EventPlatform

/// What the file holds.
struct Content: Codable {
    struct Event: Codable {
        let row: Int64
        let id, stream, destination, bootID: String
        let priority: EventPriority
        let wall, sinceBoot: Int64
        var attempts = 0
        let body: [UInt8]

        var storedAt: StorageTime {
            StorageTime(wall: Timestamp(milliseconds: wall), bootID: bootID, sinceBoot: sinceBoot)
        }
    }
    struct Held: Codable {
        let number: Int64
        let stream: String
        let json: [UInt8]
    }
    struct Count: Codable {
        let stream, outcome: String
        let count: Int
    }

    var events: [Event] = []
    var held: [Held] = []
    var values: [String: String] = [:]
    var remembered: Set<String> = []
    /// How many events of each stream came.
    var sequences: [String: Int64] = [:]
    var nextArrival: Int64 = 1
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
        let sequence = sequences[event.stream, default: 0] + 1
        let body = event.isNumbered ? SequenceNumber.write(sequence, into: event.body) : event.body
        guard body.count <= settings.maximumBytes else { return counted.countDropped(event.stream, .storeFull) }
        guard !events.contains(where: { $0.id == event.id }) else {
            return counted.countDropped(event.stream, .duplicate)
        }
        sequences[event.stream] = sequence
        events.append(
            Event(
                // In the order of sending: by priority, then by arrival.
                row: Int64(EventPriority.immediate.rawValue - event.priority.rawValue) << 40 | nextArrival,
                id: event.id, stream: event.stream, destination: event.destination,
                bootID: event.storedAt.bootID, priority: event.priority, wall: event.storedAt.wall.milliseconds,
                sinceBoot: event.storedAt.sinceBoot, body: body))
        nextArrival += 1
    }

    mutating func finish(_ finished: FinishedEvent, _ counted: inout Ledger) {
        guard let index = events.firstIndex(where: { $0.row == finished.row }) else { return }
        let stream = events.remove(at: index).stream
        switch finished.outcome {
        case .delivered: counted.countDelivered(stream)
        case .dropped(let reason): counted.countDropped(stream, reason)
        }
    }

    mutating func fail(_ row: Int64) {
        if let index = events.firstIndex(where: { $0.row == row }) { events[index].attempts += 1 }
    }

    mutating func makeRoom(_ settings: StoreSettings, sparing leases: [Int64: Duration], _ counted: inout Ledger) {
        while events.count > settings.maximumEvents
            || events.reduce(0, { $0 + $1.body.count }) > settings.maximumBytes
        {
            let candidates = events.indices.filter { leases[events[$0].row] == nil }
            // The first of equals is the oldest.
            guard let victim = candidates.min(by: { events[$0].priority < events[$1].priority }) else { return }
            counted.countDropped(events.remove(at: victim).stream, .storeFull)
        }
    }
}
