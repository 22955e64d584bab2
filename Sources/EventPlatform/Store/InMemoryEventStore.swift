import EventSupport

/// A store in memory, whose events end with the process: for tests, and for a client without a usable file.
public final class InMemoryEventStore: EventStore {
    /// A lock, since a store is called from any thread.
    private let state: Locked<InMemoryEvents>

    /// Creates an empty store. Of the settings it uses ``StoreSettings/maximumEvents`` and
    /// ``StoreSettings/maximumBytes``.
    public init(settings: StoreSettings = StoreSettings()) { state = Locked(InMemoryEvents(settings)) }

    /// Returns what was committed to this instance so far.
    public func load(at time: StorageTime) -> StoredState {
        state.withLock { state in
            state.moveRetries(to: time)
            return state.state
        }
    }

    /// Applies a change.
    public func commit(_ transaction: StoreTransaction) -> Ledger { state.withLock { $0.apply(transaction) } }

    /// Leases events of a destination for sending.
    public func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) -> [LeasedEvent] {
        state.withLock { $0.lease(selection, for: destination, atMost: count, now: now, until: deadline) }
    }

    /// Ends the leases of events without a verdict.
    public func release(_ rows: [Int64]) { state.withLock { $0.leases.end(rows) } }

    /// The destinations with ready or failed events, sorted.
    public func destinations() -> [String] { state.withLock { $0.destinations() } }

    /// Whether a destination has a ready event that is not leased, apart from some rows.
    public func hasReadyEvent(for destination: String, besides rows: Set<Int64>) -> Bool {
        state.withLock { $0.hasReadyEvent(for: destination, besides: rows) }
    }

    /// The earliest retry time of a destination's failed events that are not leased.
    public func nextRetry(for destination: String) -> Duration? {
        state.withLock { $0.nextRetry(for: destination) }
    }

    /// The schemas that events await, sorted.
    public func awaitedSchemas() -> [String] { state.withLock { $0.awaitedSchemas() } }

    /// Events that await a schema, in the order of their rows.
    public func events(awaiting schema: String, atMost count: Int) -> [AwaitingEvent] {
        state.withLock { $0.events(awaiting: schema, atMost: count) }
    }

    /// The rows of events that are too old.
    public func expiredRows(by limit: AgeLimit, atMost count: Int) -> [Int64] {
        state.withLock { $0.rows(atMost: count) { limit.excludes($0.storedAt) } }
    }

    /// The rows of stored events.
    public func storedRows(atMost count: Int) -> [Int64] { state.withLock { $0.rows(atMost: count) { _ in true } } }

    /// The value that a transaction saved under a name.
    public func value(named name: String) -> String? { state.withLock { $0.state.values[name] } }

    /// Everything that it has, as the transaction that adds it to another store.
    var content: StoreTransaction { state.withLock { $0.content } }

    /// Does nothing.
    public func close() {}
}
