/// One change of a store: events and the counts of the ledger that belong to them.
///
/// A store applies it whole or not at all, in this order: ``finished``, ``deliveredIDs``, ``failed``, ``decided``,
/// ``added``; then it evicts what exceeds its limits, at most ``maximumEvictions`` events; then ``heldSubmissions``,
/// ``removedSubmissions``, ``values``, ``ledger``.
public struct StoreTransaction: Sendable {
    /// New events, in the order of arrival. Each gets the next row number.
    public var added: [NewEvent] = []
    /// Events that awaited a schema and become ready.
    public var decided: [DecidedEvent] = []
    /// Events with a final verdict. Each is removed, its lease ends, and the store counts the verdict. A row that is
    /// not stored is ignored and not counted.
    public var finished: [FinishedEvent] = []
    /// Events that failed, each with its next retry time.
    public var failed: [FailedEvent] = []
    /// Submissions that wait for stream configurations, to be kept until they are in ``removedSubmissions``.
    public var heldSubmissions: [HeldSubmission] = []
    /// The numbers of held submissions to remove. A number that is not held is ignored.
    public var removedSubmissions: [Int64] = []
    /// Counts to add to the stored ledger, besides those that the store counts itself: `submitted` for each event and
    /// held submission that is added, and a drop for each held submission that is removed without an event. Otherwise
    /// the account does not match, and ``SQLiteEventStore`` takes its file for damaged when it is opened.
    public var ledger = Ledger()
    /// Values of the client to save, by name; each replaces an earlier value of that name.
    public var values: [String: String] = [:]
    /// Ids of delivered events. The store keeps them for ever and drops later events with such an id as
    /// ``DropReason/duplicate``.
    public var deliveredIDs: [String] = []

    /// The maximum number of events that one transaction evicts. What still exceeds the limits is evicted by later
    /// transactions and by ``EventStore/maintain(at:maximumAge:)``.
    public static let maximumEvictions = 1000

    /// Creates an empty transaction.
    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool {
        added.isEmpty && decided.isEmpty && finished.isEmpty && failed.isEmpty && heldSubmissions.isEmpty
            && removedSubmissions.isEmpty
            && ledger.isEmpty && values.isEmpty && deliveredIDs.isEmpty
    }
}

/// An event with a final verdict, in whatever state it was.
public struct FinishedEvent: Sendable, Hashable {
    /// The final verdict on an event.
    public enum Outcome: Sendable, Hashable {
        /// The intake accepted it.
        case delivered
        /// It is not sent any more.
        case dropped(DropReason)
    }
    /// Its row in the store.
    public var row: Int64
    /// The verdict.
    public var outcome: Outcome

    /// Creates a verdict.
    public init(row: Int64, outcome: Outcome) {
        self.row = row
        self.outcome = outcome
    }
}

/// An event that the intake could not process.
///
/// Its lease ends, ``LeasedEvent/attempts`` rises by one, and from then on it is leased with ``LeaseSelection/retries``
/// only. A row that is not stored, or that awaits a schema, is ignored.
public struct FailedEvent: Sendable, Hashable {
    /// Its row in the store.
    public var row: Int64
    /// When it may be sent again.
    public var retryAt: StorageTime
    /// Whether it is then to be sent in a request of its own. The default is `false`.
    public var isIsolated: Bool

    /// Creates a failure.
    public init(row: Int64, retryAt: StorageTime, isIsolated: Bool = false) {
        self.row = row
        self.retryAt = retryAt
        self.isIsolated = isIsolated
    }
}

/// An event that awaited a schema and becomes ready. A row that does not await a schema is ignored.
///
/// An event whose new body alone exceeds the store's byte limit is dropped as ``DropReason/storeFull``.
public struct DecidedEvent: Sendable, Hashable {
    /// Its row in the store; the event keeps it.
    public var row: Int64
    /// Whether the store writes the event's ``SequenceNumber`` into the body. The default is `false`.
    public var isNumbered: Bool
    /// The event as JSON; it replaces the submission.
    public var body: [UInt8]

    /// Creates a decided event.
    public init(row: Int64, isNumbered: Bool = false, body: [UInt8]) {
        self.row = row
        self.isNumbered = isNumbered
        self.body = body
    }
}

/// An event to store.
public struct NewEvent: Sendable, Hashable {
    /// `meta.id`, unique among the stored events, compared byte by byte.
    public var id: String
    /// Whether the client generated the id, so that the store need not look for a duplicate. The default is `false`.
    public var isIDGenerated = false
    /// The name of its stream.
    public var stream: String
    /// The service that takes the event, such as `eventgate-analytics-external`.
    public var destination: String
    /// Its priority: which events are sent first, and which are evicted first. The default is ``EventPriority/normal``.
    public var priority: EventPriority
    /// When it is stored; its age counts from here.
    public var storedAt: StorageTime
    /// Whether the store writes the event's ``SequenceNumber`` into the body. The default is `false`. An event that
    /// awaits a schema gets its number when it is decided, by ``DecidedEvent/isNumbered``.
    public var isNumbered = false
    /// The path of the schema that the event awaits; `nil`, the default, for an event that is ready.
    public var awaitedSchema: String?
    /// The event as JSON. While it awaits a schema: the submission, encoded by the client.
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
