/// A store that lives as long as the process: for tests, and for a client that finds no usable file.
package final class InMemoryEventStore: EventStore {
    fileprivate struct State {
        var events: [(event: StoredEvent, destination: String, storedAt: Timestamp)] = []
        var finished: Set<String> = []
        var nextRow: Int64 = 1
        var state = StoredState()
    }
    private let state = Locked(State())

    package init() {}

    package func load() -> StoredState { state.withLock(\.state) }

    package func commit(_ transaction: StoreTransaction) -> [NewEvent] {
        state.withLock { state in
            let duplicates = transaction.added.filter { !state.add($0) }
            state.remove(Set(transaction.removed), remember: transaction.remembersRemoved)
            for index in state.events.indices where transaction.attempted.contains(state.events[index].event.row) {
                state.events[index].event.attempts += 1
            }
            state.state.heldSubmissions += transaction.held
            state.state.heldSubmissions.removeAll { transaction.released.contains($0.number) }
            state.state.ledger += transaction.ledger
            for event in duplicates { state.state.ledger.countDropped(event.stream, .duplicate) }
            state.state.values.merge(transaction.values) { $1 }
            return duplicates
        }
    }

    package func events(for destination: String, after row: Int64, limit: Int) -> [StoredEvent] {
        state.withLock { state in
            Array(
                state.events.lazy.filter { $0.destination == destination && $0.event.row > row }.prefix(limit)
                    .map(\.event))
        }
    }

    package func pendingCounts() -> [String: Int] {
        state.withLock { $0.events.reduce(into: [:]) { $0[$1.destination, default: 0] += 1 } }
    }

    package func events(storedBefore limit: Timestamp) -> [(row: Int64, stream: String)] {
        state.withLock { $0.events.filter { $0.storedAt < limit }.map { ($0.event.row, $0.event.stream) } }
    }

    package func storedRange() -> ClosedRange<Timestamp>? {
        state.withLock { state in
            let times = state.events.map(\.storedAt)
            guard let oldest = times.min(), let newest = times.max() else { return nil }
            return oldest...newest
        }
    }

    package func allEvents() -> [(row: Int64, stream: String)] {
        state.withLock { $0.events.map { ($0.event.row, $0.event.stream) } }
    }

    package func close() {}
}

extension InMemoryEventStore.State {
    /// Adds an event unless its id is known.
    fileprivate mutating func add(_ event: NewEvent) -> Bool {
        guard !finished.contains(event.id), !events.contains(where: { $0.event.id == event.id }) else { return false }
        let stored = StoredEvent(row: nextRow, id: event.id, stream: event.stream, attempts: 0, body: event.body)
        events.append((stored, event.destination, event.storedAt))
        nextRow += 1
        return true
    }

    fileprivate mutating func remove(_ rows: Set<Int64>, remember: Bool) {
        if remember { finished.formUnion(events.lazy.filter { rows.contains($0.event.row) }.map(\.event.id)) }
        events.removeAll { rows.contains($0.event.row) }
    }
}
