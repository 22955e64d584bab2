import EventSupport

@testable import EventPlatform

/// A store in memory that keeps count of leases, and of calls after it was closed.
final class SpyStore: EventStore {
    private struct State {
        var leased: Set<Int64> = []
        var leasedTwice: Set<Int64> = []
        var isClosed = false
        var callsAfterClose = 0
    }
    private let store = InMemoryEventStore()
    private let state = Locked(State())

    /// Rows that are leased: neither finished, failed nor released since.
    var leased: Set<Int64> { state.withLock(\.leased) }
    /// Rows that were leased again before their lease had ended.
    var leasedTwice: Set<Int64> { state.withLock(\.leasedTwice) }
    var callsAfterClose: Int { state.withLock(\.callsAfterClose) }

    private func called() { state.withLock { if $0.isClosed { $0.callsAfterClose += 1 } } }

    func load(at time: StorageTime) throws -> StoredState { store.load(at: time) }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        called()
        state.withLock { $0.leased.subtract(transaction.finished.map(\.row) + transaction.failed.map(\.row)) }
        return store.commit(transaction)
    }

    func lease(
        _ limit: Int, for destination: String, _ selection: LeaseSelection, _ lease: Lease
    ) throws -> [StoredEvent] {
        called()
        let events = store.lease(limit, for: destination, selection, lease)
        state.withLock { state in
            for event in events where !state.leased.insert(event.row).inserted { state.leasedTwice.insert(event.row) }
        }
        return events
    }

    func release(_ rows: [Int64]) {
        called()
        state.withLock { $0.leased.subtract(rows) }
        store.release(rows)
    }

    func destinations() throws -> [String] {
        called()
        return store.destinations()
    }

    func nextRetry(for destination: String) throws -> Duration? {
        called()
        return store.nextRetry(for: destination)
    }

    func awaitedSchemas() throws -> [String] { [] }
    func awaiting(schema: String, atMost count: Int) throws -> [AwaitingEvent] { [] }
    func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64] { [] }
    func waiting(atMost count: Int) throws -> [Int64] { store.waiting(atMost: count) }
    func value(named name: String) throws -> String? { store.value(named: name) }
    func close() throws { state.withLock { $0.isClosed = true } }
}
