/// An event in a store, leased for sending.
public struct StoredEvent: Sendable, Hashable {
    /// Its number in the store, in the order of arrival; greater than 0, and never used again.
    public var row: Int64
    /// `meta.id`.
    public var id: String
    /// The stream it flows in.
    public var stream: String
    /// What is sent first.
    public var priority: EventPriority
    /// How often it has failed: the intake has answered that it could not process this event.
    public var attempts: Int
    /// Whether it is to be sent in a request of its own, as its last failure asked for.
    public var isIsolated: Bool
    /// The event as JSON.
    public var body: [UInt8]

    /// Creates an event.
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

/// An event in a store that awaits its schema.
public struct AwaitingEvent: Sendable, Hashable {
    /// Its number in the store, in the order of arrival.
    public var row: Int64
    /// `meta.id`.
    public var id: String
    /// The stream it flows in.
    public var stream: String
    /// When it was stored.
    public var storedAt: StorageTime
    /// The submission, in a form that only the client reads.
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
