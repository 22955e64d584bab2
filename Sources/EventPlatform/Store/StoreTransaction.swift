/// One change of a store: events come and go together with what the ledger says of them.
///
/// Its parts apply in this order: ``finished``, ``remembered``, ``failed``, ``decided``, ``added``; then the store evicts
/// what exceeds its limits, at most ``evictionLimit`` events; then ``held``, ``released``, ``values``, ``ledger``.
public struct StoreTransaction: Sendable {
    /// New events, in the order of arrival.
    public var added: [NewEvent] = []
    /// Events that awaited a schema and may be sent from now on.
    public var decided: [DecidedEvent] = []
    /// Events that are done with. Each is removed and counted, if it is still there.
    public var finished: [FinishedEvent] = []
    /// Events that the intake could not process, each with its next retry time.
    public var failed: [FailedEvent] = []
    /// Submissions that wait for stream configurations.
    public var held: [HeldSubmission] = []
    /// Numbers of held submissions that were decided.
    public var released: [Int64] = []
    /// What to add to the stored ledger, apart from what the store counts by itself.
    public var ledger = Ledger()
    /// Settings of the client to keep.
    public var values: [String: String] = [:]
    /// Ids of delivered events that are kept, so that the same are recognised as duplicates later.
    public var remembered: [String] = []

    /// How many events one transaction evicts at most. What exceeds the limits still is left to later transactions and to
    /// ``EventStore/maintain(at:maximumAge:)``.
    public static let evictionLimit = 1000

    /// Creates a transaction that changes nothing.
    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool {
        added.isEmpty && decided.isEmpty && finished.isEmpty && failed.isEmpty && held.isEmpty && released.isEmpty
            && ledger.isEmpty && values.isEmpty && remembered.isEmpty
    }
}

/// An event that is done with.
public struct FinishedEvent: Sendable, Hashable {
    /// What became of an event.
    public enum Outcome: Sendable, Hashable {
        /// The intake has it.
        case delivered
        /// It was given up.
        case dropped(DropReason)
    }
    /// Its row in the store.
    public var row: Int64
    /// What became of it.
    public var outcome: Outcome

    /// Creates a verdict.
    public init(row: Int64, outcome: Outcome) {
        self.row = row
        self.outcome = outcome
    }
}

/// An event that the intake could not process: its lease ends, its attempts rise by one, and it is leased only as a retry
/// from now on. A row that does not exist, or that awaits a schema, is passed over.
public struct FailedEvent: Sendable, Hashable {
    /// Its row in the store.
    public var row: Int64
    /// When it may be sent again.
    public var retryAt: StorageTime
    /// Whether it is to be sent in a request of its own then.
    public var isIsolated: Bool

    /// Creates a failure.
    public init(row: Int64, retryAt: StorageTime, isIsolated: Bool = false) {
        self.row = row
        self.retryAt = retryAt
        self.isIsolated = isIsolated
    }
}

/// An event that awaited a schema and may be sent from now on. A row that does not await a schema is passed over.
public struct DecidedEvent: Sendable, Hashable {
    /// Its row in the store; the event keeps it.
    public var row: Int64
    /// Whether the event is to carry its number within the stream; see ``SequenceNumber``.
    public var isNumbered: Bool
    /// The event as JSON.
    public var body: [UInt8]

    /// Creates a decided event.
    public init(row: Int64, isNumbered: Bool = false, body: [UInt8]) {
        self.row = row
        self.isNumbered = isNumbered
        self.body = body
    }
}

/// An event to be stored.
public struct NewEvent: Sendable, Hashable {
    /// `meta.id`: no two stored events share one.
    public var id: String
    /// Whether the client has generated the id itself, so that no other event can have it. The default is false.
    public var isIDGenerated = false
    /// The stream it flows in.
    public var stream: String
    /// The service that takes the event.
    public var destination: String
    /// What is sent first, and what makes room first.
    public var priority: EventPriority
    /// When it is stored.
    public var storedAt: StorageTime
    /// Whether the event is to carry its number within the stream; see ``SequenceNumber``. An event that awaits a schema
    /// gets its number when it is decided.
    public var isNumbered = false
    /// The schema that has to arrive before the event can be decided; `nil` for an event that may be sent.
    public var awaitedSchema: String?
    /// The event as JSON; while it awaits a schema, the submission.
    public var body: [UInt8]

    /// Creates an event.
    public init(
        id: String, stream: String, destination: String, priority: EventPriority = .normal, storedAt: StorageTime,
        body: [UInt8]
    ) {
        self.id = id
        self.stream = stream
        self.destination = destination
        self.priority = priority
        self.storedAt = storedAt
        self.body = body
    }
}
