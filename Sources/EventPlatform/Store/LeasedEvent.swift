/// A stored event that is leased for sending.
public struct LeasedEvent: Sendable, Hashable {
    /// Its row number in the store: greater than 0, rising in the order of arrival, never used again.
    public var row: Int64
    /// `meta.id`.
    public var id: String
    /// The name of its stream.
    public var stream: String
    /// Its priority.
    public var priority: EventPriority
    /// How many ``FailedEvent``s the event had; 0 for a ready event.
    public var attempts: Int
    /// Whether it is to be sent in a request of its own: ``FailedEvent/isIsolated`` of its last failure.
    public var isIsolated: Bool
    /// The event as JSON.
    public var body: [UInt8]

    /// Creates a leased event.
    public init(
        row: Int64, id: String, stream: String, priority: EventPriority, attempts: Int = 0, isIsolated: Bool = false,
        body: [UInt8]
    ) {
        self.row = row
        self.id = id
        self.stream = stream
        self.priority = priority
        self.attempts = attempts
        self.isIsolated = isIsolated
        self.body = body
    }

    /// Its place in the order of sending within its destination.
    public var position: SendingPosition { SendingPosition(priority: priority, row: row) }
}

/// A stored event that awaits its schema.
public struct AwaitingEvent: Sendable, Hashable {
    /// Its row number in the store; the event keeps it when it is decided.
    public var row: Int64
    /// `meta.id`.
    public var id: String
    /// The name of its stream.
    public var stream: String
    /// When it was stored.
    public var storedAt: StorageTime
    /// The submission, encoded by the client: ``NewEvent/body`` as it was added.
    public var submission: [UInt8]

    /// Creates an event.
    public init(row: Int64, id: String, stream: String, storedAt: StorageTime, submission: [UInt8]) {
        self.row = row
        self.id = id
        self.stream = stream
        self.storedAt = storedAt
        self.submission = submission
    }
}
