/// The events of one destination that are leased for the next requests: those that never failed go first, then those
/// whose retry time has come.
struct DeliveryQueue: Sendable {
    private(set) var ready: [StoredEvent] = []
    private(set) var retries: [StoredEvent] = []
    /// Whether the events were read from behind those that may be at fault.
    var isProbe = false

    var isEmpty: Bool { ready.isEmpty && retries.isEmpty }

    mutating func add(_ events: [StoredEvent]) {
        for event in events {
            if event.attempts > 0 { retries.append(event) } else { ready.append(event) }
        }
    }

    /// Puts events of a request back to the front.
    mutating func putBack(_ batch: Batch) {
        ready = batch.events.filter { $0.attempts == 0 } + ready
        retries = batch.events.filter { $0.attempts > 0 } + retries
    }

    /// Takes the next batch out; `nil` when nothing is queued. Retries wait in no order, so those that go together pass
    /// isolated ones.
    mutating func removeBatch(limit: Int, byteLimit: Int) -> Batch? {
        if !ready.isEmpty {
            let batch = Batch(from: ready, limit: limit, byteLimit: byteLimit)
            ready.removeFirst(batch.events.count)
            return batch
        }
        let together = retries.filter { !$0.isIsolated }
        guard !retries.isEmpty else { return nil }
        let batch = Batch(from: together.isEmpty ? retries : together, limit: limit, byteLimit: byteLimit)
        let rows = Set(batch.rows)
        retries.removeAll { rows.contains($0.row) }
        return batch
    }

    /// Empties the queue.
    ///
    /// - Returns: the rows to release.
    mutating func removeAll() -> [Int64] {
        let rows = (ready + retries).map(\.row)
        self = DeliveryQueue()
        return rows
    }
}
