import EventSupport

@testable import EventPlatform

/// A store in memory that records leases, and calls after it was closed.
final class SpyStore: ForwardingStore {
    private struct State {
        var leased: Set<Int64> = []
        var leasedTwice: Set<Int64> = []
        var leases = 0
        var isClosed = false
        var callsAfterClose = 0
    }
    let base = InMemoryEventStore()
    private let state = Locked(State())

    /// Rows that are leased: neither finished, failed nor released since.
    var leased: Set<Int64> { state.withLock(\.leased) }
    /// Rows that were leased again before their lease had ended.
    var leasedTwice: Set<Int64> { state.withLock(\.leasedTwice) }
    /// How often events were leased.
    var leases: Int { state.withLock(\.leases) }
    var callsAfterClose: Int { state.withLock(\.callsAfterClose) }

    private func called() { state.withLock { if $0.isClosed { $0.callsAfterClose += 1 } } }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        called()
        state.withLock { $0.leased.subtract(transaction.finished.map(\.row) + transaction.failed.map(\.row)) }
        return base.commit(transaction)
    }

    func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        called()
        let events = base.lease(selection, for: destination, atMost: count, now: now, until: deadline)
        state.withLock { state in
            state.leases += 1
            for event in events where !state.leased.insert(event.row).inserted { state.leasedTwice.insert(event.row) }
        }
        return events
    }

    func release(_ rows: [Int64]) {
        called()
        state.withLock { $0.leased.subtract(rows) }
        base.release(rows)
    }

    func destinations() throws -> [String] {
        called()
        return base.destinations()
    }

    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool {
        called()
        return base.hasReadyEvent(for: destination, besides: rows)
    }

    func nextRetry(for destination: String) throws -> Duration? {
        called()
        return base.nextRetry(for: destination)
    }

    func close() throws { state.withLock { $0.isClosed = true } }
}
