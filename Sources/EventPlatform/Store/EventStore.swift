/// Where events wait until the intake has answered for them.
///
/// ``SQLiteEventStore`` and ``InMemoryEventStore`` are stores; an app can bring one of its own through
/// ``EventPlatformClient/Configuration/Store/custom``, and check it with `EventStoreCompatibility` of `EventPlatformTesting`.
///
/// Every change is one transaction. Calls come from several threads; an implementation guards itself. A store has one
/// owner: no other client reads or changes what it holds while it is open.
public protocol EventStore: Sendable {
    /// What an earlier process left.
    ///
    /// - Throws: whatever keeps the store from being read; the client then goes on in another one.
    func load() throws -> StoredState

    /// Makes a change durable, whole or not at all.
    ///
    /// - Returns: what the store has counted by itself, in the same transaction: verdicts on events that were still
    ///   there, events not added since their id is in the store (``DropReason/duplicate``), and events that had to make
    ///   room, or that alone are larger than ``StoreSettings/maximumBytes`` (``DropReason/storeFull``).
    /// - Throws: whatever keeps the change from being written; then nothing of it is.
    func commit(_ transaction: StoreTransaction) throws -> Ledger

    /// Takes waiting events of a destination for sending: those of a higher priority first, the oldest first within
    /// one.
    ///
    /// An event that is taken is not taken again before its lease ends: with a verdict in ``commit(_:)``, with
    /// ``giveBack(_:)``, at the deadline, or with the process.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - destination: the service that takes the events.
    ///   - row: takes only what comes behind this row in the order of sending; 0 for everything.
    ///   - lease: from when until when they are out.
    func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) throws -> [StoredEvent]

    /// Ends the lease of events that were taken and about which nothing has become known.
    func giveBack(_ rows: [Int64])

    /// The destinations that have waiting events, sorted.
    func destinations() throws -> [String]

    /// Events that are too old, in no particular order, and at most so many.
    func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64]

    /// Waiting events, in no particular order, and at most so many.
    func waiting(atMost count: Int) throws -> [Int64]

    /// A setting of the client that a transaction has kept.
    func value(named name: String) throws -> String?

    /// Whether another process sends what is committed here, so that nothing waits for this client to send it.
    var handsOver: Bool { get }

    /// Makes sure that of events that were removed no readable byte is left. Called after a refusal of consent.
    func erase() throws

    /// Looks after the store at the start of a dispatch cycle; takes in what other processes have left beside it.
    ///
    /// - Returns: what that has brought.
    func maintain() throws -> StoreMaintenance

    /// Calls `notify` whenever events have come into the store that this client has not committed. Called once, after
    /// ``load()``.
    func onOutsideEvents(_ notify: @escaping @Sendable () -> Void)

    /// Closes the store. Nothing is called afterwards.
    func close() throws
}

extension EventStore {
    /// False: the client that commits an event sends it.
    public var handsOver: Bool { false }

    /// Does nothing: right for a store that keeps no bytes of what is removed.
    public func erase() throws {}

    /// Does nothing: right for a store that no other process feeds.
    public func onOutsideEvents(_ notify: @escaping @Sendable () -> Void) {}

    /// Does nothing: right for a store that no other process feeds.
    public func maintain() throws -> StoreMaintenance { StoreMaintenance() }
}

/// From when until when events are out for sending, on the boot clock.
public struct Lease: Sendable, Hashable {
    /// The present.
    public var now: Duration
    /// When they may be taken again, if nothing is heard of them.
    public var deadline: Duration

    /// Creates a lease.
    public init(now: Duration, deadline: Duration) {
        self.now = now
        self.deadline = deadline
    }
}

/// What a store holds when it is opened.
public struct StoredState: Sendable {
    /// The account of all earlier runs.
    public var ledger = Ledger()
    /// Submissions that wait for stream configurations, in the order of arrival.
    public var heldSubmissions: [HeldSubmission] = []
    /// Settings of the client.
    public var values: [String: String] = [:]

    /// Creates the state of an empty store.
    public init() {}
}

/// A submission that waits for stream configurations, as the store has it.
public struct HeldSubmission: Sendable, Hashable {
    /// Its place in the order of arrival. No two that a store has share one.
    public var number: Int64
    /// The stream it is for.
    public var stream: String
    /// The submission, in a form that only the client reads.
    public var json: [UInt8]

    /// Creates a held submission.
    public init(number: Int64, stream: String, json: [UInt8]) {
        self.number = number
        self.stream = stream
        self.json = json
    }
}

extension [HeldSubmission] {
    /// The same, in the same order, with numbers of which the last is just below the least that is in use, and below 1.
    func numbered(below least: Int64?) -> [HeldSubmission] {
        let first = Swift.max(Swift.min(least ?? 1, 1), -(1 << 60)) - Int64(count)
        return enumerated().map { HeldSubmission(number: first + Int64($0), stream: $1.stream, json: $1.json) }
    }
}
