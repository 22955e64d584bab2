/// Where events wait until the intake has answered for them.
///
/// ``SQLiteEventStore`` and ``InMemoryEventStore`` are stores; an app can bring one of its own through
/// ``EventPlatformClient/Configuration/Store/custom``, and check it with `EventStoreCompatibility` of `EventPlatformTesting`.
///
/// Every change is one transaction. Calls come from several threads; an implementation guards itself. A store has one
/// owner: no other client reads or changes what it holds while it is open.
///
/// A stored event is in one of three states: it is ready; it awaits a schema and is not sent before it is decided; or it
/// failed and is not sent before its retry time.
public protocol EventStore: Sendable {
    /// What earlier processes left. Called before everything else.
    ///
    /// Retry times that were written in earlier starts of the system are moved onto the running boot clock.
    ///
    /// - Parameter time: the present.
    /// - Throws: whatever keeps the store from being read; the client then goes on in another one.
    func load(at time: StorageTime) throws -> StoredState

    /// Makes a change durable, whole or not at all. ``StoreTransaction`` says in which order its parts apply.
    ///
    /// - Returns: what the store has counted by itself, in the same transaction: verdicts on events that were still
    ///   there, events not added since their id is in the store (``DropReason/duplicate``), and events that had to make
    ///   room, or that alone are larger than ``StoreSettings/maximumBytes`` (``DropReason/storeFull``).
    /// - Throws: whatever keeps the change from being written; then nothing of it is.
    func commit(_ transaction: StoreTransaction) throws -> Ledger

    /// Leases events of a destination for sending: those of a higher priority first, within one the oldest first, or, of
    /// retries, those whose time has come first.
    ///
    /// A leased event is not leased again before its lease ends: with a verdict in ``commit(_:)``, with
    /// ``release(_:)``, at the deadline, or with the process.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - destination: the service that takes the events.
    ///   - selection: which of its events.
    ///   - lease: from when until when they are leased.
    func lease(
        _ limit: Int, for destination: String, _ selection: LeaseSelection, _ lease: Lease
    ) throws -> [StoredEvent]

    /// Ends the lease of events about which nothing has become known. Rows without a lease are passed over.
    func release(_ rows: [Int64])

    /// The destinations that have events which may be sent now or at a retry time, leased ones included, sorted.
    func destinations() throws -> [String]

    /// The earliest retry time of a destination's failed events that are not leased, on the boot clock; `nil` when there
    /// are none.
    func nextRetry(for destination: String) throws -> Duration?

    /// The schemas that stored events await, sorted.
    func awaitedSchemas() throws -> [String]

    /// Events that await a schema, in the order of submission.
    func awaiting(schema: String, atMost count: Int) throws -> [AwaitingEvent]

    /// Events that are too old, whatever their state, in no particular order, and at most so many.
    func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64]

    /// Stored events, whatever their state, in no particular order, and at most so many.
    func waiting(atMost count: Int) throws -> [Int64]

    /// A setting of the client that a transaction has kept.
    func value(named name: String) throws -> String?

    /// Whether another process sends what is committed here, so that nothing waits for this client to send it.
    var forwardsToOwner: Bool { get }

    /// Makes sure that of events that were removed no readable byte is left. Called after a refusal of consent.
    func erase() throws

    /// Does one slice of housekeeping: imports what other processes have left, evicts what exceeds the limits.
    ///
    /// - Parameters:
    ///   - time: the present.
    ///   - maximumAge: how long an event may be stored.
    /// - Returns: what that has changed, together with what ``collectReport()`` would return. Where it says
    ///   ``StoreMaintenance/hasMore``, the client calls again soon.
    func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreMaintenance

    /// What has become of events outside of the caller's own transactions since the last call: events that were set aside
    /// as damaged, and events that a store imported when it became the owner of its file.
    func collectReport() -> StoreMaintenance

    /// Calls `notify` whenever other processes have left events for this store: the next ``maintain(at:maximumAge:)``
    /// imports them. Called once, after ``load(at:)``.
    func onExternalEvents(_ notify: @escaping @Sendable () -> Void)

    /// Closes the store. Nothing is called afterwards.
    func close() throws
}

extension EventStore {
    /// False: the client that commits an event sends it.
    public var forwardsToOwner: Bool { false }

    /// Does nothing: right for a store that keeps no bytes of what is removed.
    public func erase() throws {}

    /// Does nothing: right for a store that no other process feeds, and whose limits do not change.
    public func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreMaintenance { collectReport() }

    /// Nothing: right for a store that changes only by its client's transactions.
    public func collectReport() -> StoreMaintenance { StoreMaintenance() }

    /// Does nothing: right for a store that no other process feeds.
    public func onExternalEvents(_ notify: @escaping @Sendable () -> Void) {}
}
