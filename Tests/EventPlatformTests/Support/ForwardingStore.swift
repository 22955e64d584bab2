@testable import EventPlatform

/// A store that forwards every call to a store in memory. A conforming type implements only the calls that it changes.
protocol ForwardingStore: EventStore {
    /// The store that calls are forwarded to.
    var base: InMemoryEventStore { get }
}

extension ForwardingStore {
    func load(at time: StorageTime) throws -> StoredState { base.load(at: time) }
    func commit(_ transaction: StoreTransaction) throws -> Ledger { base.commit(transaction) }
    func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        base.lease(selection, for: destination, atMost: count, now: now, until: deadline)
    }
    func release(_ rows: [Int64]) { base.release(rows) }
    func destinations() throws -> [String] { base.destinations() }
    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool {
        base.hasReadyEvent(for: destination, besides: rows)
    }
    func nextRetry(for destination: String) throws -> Duration? { base.nextRetry(for: destination) }
    func awaitedSchemas() throws -> [String] { base.awaitedSchemas() }
    func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        base.events(awaiting: schema, atMost: count)
    }
    func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        base.expiredRows(by: limit, atMost: count)
    }
    func storedRows(atMost count: Int) throws -> [Int64] { base.storedRows(atMost: count) }
    func value(named name: String) throws -> String? { base.value(named: name) }
    func close() throws {}
}

/// A store on a full disk: events can be added, but no transaction that ends an event succeeds.
final class FullStore: ForwardingStore {
    struct DiskFull: Error {}

    let base = InMemoryEventStore()

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        guard transaction.finished.isEmpty else { throw DiskFull() }
        return base.commit(transaction)
    }
}
