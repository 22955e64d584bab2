/// Keeps events from their submission until the intake's response to them.
///
/// ``SQLiteEventStore`` and ``InMemoryEventStore`` are the library's stores. An app can bring its own through
/// ``EventPlatformClient/Configuration/Store/custom``. ``StoreSettings`` apply to the library's stores only: a store of
/// the app's own has its own limits. `EventStoreCompatibility` of `EventPlatformTesting` compares a store with a
/// reference; `Examples/CustomStore` is a small store with such a test.
///
/// ```swift
/// configuration.store.custom = { try FolderStore(folder) }
/// ```
///
/// ## What a store keeps
///
/// - Events. Each has a row number, which is greater than 0, rises in the order of arrival and is never used again. An
///   event is in one of three states:
///   - ready: it may be leased with ``LeaseSelection/ready(after:)``;
///   - awaiting a schema (``NewEvent/awaitedSchema`` is not `nil`): it is not leased before a ``DecidedEvent`` arrives;
///   - failed (a ``FailedEvent`` arrived): it is leased with ``LeaseSelection/retries`` from its retry time on.
/// - Held submissions, the ledger and values by name, as ``StoredState`` describes them.
/// - Leases. They are kept in memory: when the process ends, all leases end.
/// - For each stream, how many events became ready, for the numbers that ``SequenceNumber/inserting(_:into:)`` inserts
///   where ``NewEvent/isNumbered`` or ``DecidedEvent/isNumbered`` is `true`.
///
/// ## Order of the calls
///
/// ``load(at:)`` is called once, before every other method. ``setExternalEventsHandler(_:)`` is called once, before the
/// first ``commit(_:)``. ``close()`` is the last call.
///
/// ## Threads
///
/// Between ``load(at:)`` and ``close()`` the methods are called from several threads at once, so a store protects its
/// state itself. Calls are synchronous and may block: they come from queues of the client, never from a thread that
/// submits events. A store has one owner: while it is open, no other client changes what it holds.
///
/// ## Atomicity
///
/// A ``StoreTransaction`` is applied whole or not at all, also when the process ends in the middle of ``commit(_:)``.
/// Each other method returns what one moment between two transactions has.
///
/// ## Errors
///
/// A single error loses no events, whatever its type. The client reports it as ``Diagnostic/Kind/store``, and continues
/// by the method that threw it:
///
/// - ``load(at:)``: it uses another store.
/// - ``commit(_:)`` with ``StoreError/Code/unwritable``: it searches for an event that cannot be stored.
/// - ``commit(_:)`` with any other error, such as that of a full disk: it keeps the changes in memory and commits them
///   again one second later. Beyond 10 000 events or 32 MiB it drops the oldest as ``DropReason/storeUnavailable``.
/// - Any other method: it tries again later.
///
/// Throw a ``StoreError`` with the code ``StoreError/Code/unwritable`` only if the store can be written and this
/// content cannot. In its search the client commits fewer events at a time. An event that fails alone, and again after
/// others of at least its size were written, is dropped as ``DropReason/unwritable``. At most eight calls fail in a
/// second; the order of the events may change.
///
/// ## Cost
///
/// A client stores up to 100 000 events by default. ``commit(_:)``, ``lease(_:for:atMost:now:until:)``,
/// ``destinations()``, ``hasReadyEvent(for:besides:)``, ``nextRetry(for:)``, ``collectReport()`` and ``value(named:)``
/// are called for each transaction or request: their cost should depend on the size of the change or the result, not on
/// how many events are stored.
public protocol EventStore: Sendable {
    /// Returns what earlier processes left in the store.
    ///
    /// The store converts retry times of an earlier boot to the running boot clock: the time that is left by the wall
    /// clock, at least 0 and at most 24 hours, after `time`.
    ///
    /// - Parameter time: the present.
    /// - Returns: the ledger, the held submissions in the order of their numbers, and the values by name.
    /// - Throws: any error when the store cannot be read. The client then uses another store.
    func load(at time: StorageTime) throws -> StoredState

    /// Applies a change, whole or not at all, and makes it durable before it returns.
    ///
    /// The parts apply in the order that ``StoreTransaction`` gives. An event is not added when its id, compared byte
    /// by byte, is that of a stored event or in ``StoreTransaction/deliveredIDs`` of any transaction so far. A store
    /// that has limits evicts events with the lowest priority first, within a priority the oldest first, and never a
    /// leased one.
    ///
    /// - Returns: what the store counted itself, which it also adds to the stored ledger: the verdicts of
    ///   ``StoreTransaction/finished`` on rows that were still stored; events that were not added since their id is
    ///   known (``DropReason/duplicate``); events that were evicted, or that alone exceed the store's byte limit
    ///   (``DropReason/storeFull``). ``StoreTransaction/ledger`` is not part of the result.
    /// - Throws: ``StoreError`` with the code ``StoreError/Code/unwritable`` if the content of the change cannot be
    ///   stored; any other error if the store cannot be written now. In both cases nothing of the change is applied.
    func commit(_ transaction: StoreTransaction) throws -> Ledger

    /// Leases events of a destination for sending.
    ///
    /// Events with a higher priority come first. Within a priority ready events come in the order of their rows;
    /// retries come by their retry time, then by their rows.
    ///
    /// A leased event is not leased again before its lease ends: with a verdict in ``commit(_:)``, with
    /// ``release(_:)``, or when `now` of a later call has reached its deadline.
    ///
    /// - Parameters:
    ///   - selection: which events of the destination.
    ///   - destination: the service that takes the events, as in ``NewEvent/destination``.
    ///   - count: the maximum number of events.
    ///   - now: the present, as time since boot.
    ///   - deadline: when the leases end unless a verdict or a release comes before, as time since boot.
    /// - Returns: the leased events, in the order above; empty when no event can be leased now.
    /// - Throws: any error when no event can be read. An event that cannot be read is left out while others can.
    func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent]

    /// Ends the leases of events without a verdict; they may be leased again at once. Rows without a lease are ignored.
    func release(_ rows: [Int64])

    /// The destinations with ready or failed events, leased ones included, sorted.
    ///
    /// - Throws: any error when the store cannot be read.
    func destinations() throws -> [String]

    /// Whether a destination has a ready event that is not leased, apart from some rows. Nothing is leased.
    ///
    /// - Parameters:
    ///   - destination: the service that takes the events.
    ///   - rows: the rows that do not count. Mostly none.
    /// - Returns: whether there is such an event. One that cannot be read may count.
    /// - Throws: any error when the store cannot be read.
    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool

    /// The earliest retry time of a destination's failed events that are not leased, as time since boot; `nil` when
    /// there are none.
    ///
    /// - Throws: any error when the store cannot be read.
    func nextRetry(for destination: String) throws -> Duration?

    /// The schemas that stored events await (``NewEvent/awaitedSchema``), each once, sorted.
    ///
    /// - Throws: any error when the store cannot be read.
    func awaitedSchemas() throws -> [String]

    /// The first `count` events that await a schema, in the order of their rows.
    ///
    /// - Throws: any error when no event can be read.
    func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent]

    /// The rows of events that are too old by ``AgeLimit/excludes(_:)``, whatever their state: at most `count`, in any
    /// order. The client drops them as ``DropReason/expired`` and calls again until the result is empty.
    ///
    /// - Throws: any error when the store cannot be read.
    func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64]

    /// The rows of stored events, whatever their state: at most `count`, in any order.
    ///
    /// - Throws: any error when the store cannot be read.
    func storedRows(atMost count: Int) throws -> [Int64]

    /// The value that the last transaction with this name in ``StoreTransaction/values`` wrote; `nil` when there is
    /// none.
    ///
    /// - Throws: any error when the store cannot be read.
    func value(named name: String) throws -> String?

    /// Whether another process sends the events that are committed here. The client then does not wait for their
    /// delivery when it flushes. The default is `false`.
    var forwardsToOwner: Bool { get }

    /// Overwrites the bytes of removed events, so that none of them can be read from the store's files. Called after
    /// the user declined; the default does nothing.
    ///
    /// - Throws: any error when bytes may be left. The client calls again with each cycle of its maintenance.
    func erase() throws

    /// Does one slice of housekeeping: imports what other processes left, evicts what exceeds the limits.
    ///
    /// The client calls it at its start, after the handler of ``setExternalEventsHandler(_:)`` was called, and every 30
    /// seconds while events are stored. The default returns ``collectReport()``.
    ///
    /// - Parameters:
    ///   - time: the present.
    ///   - maximumAge: how long an event may be stored.
    /// - Returns: what changed, including what ``collectReport()`` would return. While ``StoreReport/hasMore`` is
    ///   `true`, the client calls again at once, after other work that waits.
    /// - Throws: any error; the client reports it and calls again with its next cycle.
    func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreReport

    /// Returns, once, what changed since the last call without a transaction of the client: events that were found
    /// damaged and are no longer sent, and events that were imported when the store became the owner of its file. The
    /// default is an empty report.
    func collectReport() -> StoreReport

    /// Sets the handler that the store calls, on any thread, when other processes left events for it. The handler
    /// returns at once; the client then calls ``maintain(at:maximumAge:)``. The default ignores the handler.
    func setExternalEventsHandler(_ handler: @escaping @Sendable () -> Void)

    /// Closes the store.
    ///
    /// - Throws: any error when the store cannot be closed; the client reports it.
    func close() throws
}

extension EventStore {
    /// `false`: this client sends what it commits.
    public var forwardsToOwner: Bool { false }

    /// Does nothing: for a store that keeps no bytes of removed events.
    public func erase() throws {}

    /// Returns ``collectReport()``: for a store without events of other processes and with fixed limits.
    public func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreReport { collectReport() }

    /// Returns an empty report: for a store that changes only by its client's transactions.
    public func collectReport() -> StoreReport { StoreReport() }

    /// Does nothing: for a store without events of other processes.
    public func setExternalEventsHandler(_ handler: @escaping @Sendable () -> Void) {}
}
