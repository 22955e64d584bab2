/// One change of a store: events come and go together with what the ledger says of them.
///
/// What is ``finished`` and ``remembered`` is so before what is ``added`` comes.
public struct StoreTransaction: Sendable {
    /// New waiting events, in the order of arrival.
    public var added: [NewEvent] = []
    /// Events that are done with. Each is removed and counted, if it is still there.
    public var finished: [FinishedEvent] = []
    /// Rows of events that the intake could not process: their lease ends, and their attempts rise by one.
    public var failed: [Int64] = []
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

    /// Creates a transaction that changes nothing.
    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool {
        added.isEmpty && finished.isEmpty && failed.isEmpty && held.isEmpty && released.isEmpty && ledger.isEmpty
            && values.isEmpty && remembered.isEmpty
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

/// An event to be stored.
public struct NewEvent: Sendable, Hashable {
    /// `meta.id`: no two waiting events share one.
    public var id: String
    /// Whether the client has made the id itself, so that no other event can have it. The default is false.
    public var hasOwnID = false
    /// The stream it flows in.
    public var stream: String
    /// The service that takes the event.
    public var destination: String
    /// What goes first, and what makes room first.
    public var priority: EventPriority
    /// When it is stored.
    public var storedAt: StorageTime
    /// Whether the event is to carry its number within the stream; see ``SequenceNumber``.
    public var isNumbered = false
    /// The event as JSON.
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

/// What goes first, and what makes room first when the store is full.
public enum EventPriority: Int, Sendable, Hashable, CaseIterable, Comparable, Codable {
    /// Leaves after everything else, and makes room first.
    case deferred
    /// The priority of every stream that the configuration does not name.
    case normal
    /// Leaves before everything else, and makes room last.
    case immediate

    /// Lower priorities are less.
    public static func < (left: EventPriority, right: EventPriority) -> Bool { left.rawValue < right.rawValue }
}

/// When an event was stored, on both clocks.
public struct StorageTime: Sendable, Hashable {
    /// On the wall clock.
    public var wall: Timestamp
    /// The running start of the system.
    public var bootID: String
    /// Milliseconds after that start.
    public var sinceBoot: Int64

    /// Creates a time.
    public init(wall: Timestamp, bootID: String, sinceBoot: Int64) {
        self.wall = wall
        self.bootID = bootID
        self.sinceBoot = sinceBoot
    }

    package init(_ clocks: any Clocks) {
        self.init(wall: clocks.wall, bootID: clocks.bootID, sinceBoot: clocks.sinceBoot.wholeMilliseconds)
    }
}

/// An event in a store, taken for sending.
public struct StoredEvent: Sendable, Hashable {
    /// Its place in the order of sending within its destination; greater than 0.
    public var row: Int64
    /// `meta.id`.
    public var id: String
    /// The stream it flows in.
    public var stream: String
    /// How often the intake has answered that it could not process this event.
    public var attempts: Int
    /// The event as JSON.
    public var body: [UInt8]

    /// Creates an event.
    public init(row: Int64, id: String, stream: String, attempts: Int, body: [UInt8]) {
        self.row = row
        self.id = id
        self.stream = stream
        self.attempts = attempts
        self.body = body
    }
}
