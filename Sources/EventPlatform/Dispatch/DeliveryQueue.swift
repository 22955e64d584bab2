/// The events of one destination that are leased for the next requests: ready ones are sent first, then retries.
struct DeliveryQueue: Sendable {
    private(set) var ready: [LeasedEvent] = []
    private(set) var retries: [LeasedEvent] = []
    /// Whether the events come after the suspected ones in the order of sending; see ``FaultSearch``.
    var isProbe = false
    /// Whether the store had as many ready events as were read last, so that more may follow.
    var mayHaveFollowers = false

    var isEmpty: Bool { ready.isEmpty && retries.isEmpty }
    var rows: [Int64] { (ready + retries).map(\.row) }

    mutating func add(ready events: [LeasedEvent]) { ready = ready.isEmpty ? events : ready + events }
    mutating func add(retries events: [LeasedEvent]) { retries += events }

    /// Returns the events of a request to the front of the queue.
    mutating func putBack(_ batch: Batch) {
        ready = batch.events.filter { $0.attempts == 0 } + ready
        retries = batch.events.filter { $0.attempts > 0 } + retries
    }

    /// Removes and returns the next batch; `nil` when the queue is empty. Retries have no fixed order, so those that
    /// share a request are sent before isolated ones.
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
        let rows = rows
        self = DeliveryQueue()
        return rows
    }
}
