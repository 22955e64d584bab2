/// Where events wait until the intake has answered for them. Every change is one transaction.
///
/// Calls come from one thread at a time for writing; an implementation guards itself against others.
package protocol EventStore: Sendable {
    /// What an earlier process left.
    func load() throws -> StoredState

    /// Makes a change durable, whole or not at all.
    ///
    /// - Returns: the events that were not added because their id is in the store already; the stored ledger counts
    ///   them as ``DropReason/duplicate``.
    func commit(_ transaction: StoreTransaction) throws -> [NewEvent]

    /// The oldest waiting events of a destination behind a row, in order.
    func events(for destination: String, after row: Int64, limit: Int) throws -> [StoredEvent]

    /// The destinations that have waiting events, and how many.
    func pendingCounts() throws -> [String: Int]

    /// The rows of events stored before `limit`, and their streams. Empty when nothing is that old.
    func events(storedBefore limit: Timestamp) throws -> [(row: Int64, stream: String)]

    /// When the newest and the oldest waiting event were stored; `nil` when none waits.
    func storedRange() throws -> ClosedRange<Timestamp>?

    /// Every waiting event's row and stream.
    func allEvents() throws -> [(row: Int64, stream: String)]

    /// Closes the file. Nothing is called afterwards.
    func close() throws
}

/// What a store holds when it is opened.
package struct StoredState: Sendable {
    package var ledger = Ledger()
    package var heldSubmissions: [(number: Int64, json: [UInt8])] = []
    package var values: [String: String] = [:]

    package init() {}
}

/// An event to be stored.
package struct NewEvent: Sendable, Hashable {
    /// `meta.id`: no two waiting events share one.
    package var id: String
    package var stream: String
    /// The service that takes the event.
    package var destination: String
    package var storedAt: Timestamp
    /// The event as JSON.
    package var body: [UInt8]

    package init(id: String, stream: String, destination: String, storedAt: Timestamp, body: [UInt8]) {
        self.id = id
        self.stream = stream
        self.destination = destination
        self.storedAt = storedAt
        self.body = body
    }
}

/// An event in the store.
package struct StoredEvent: Sendable, Hashable {
    /// Its place in the order of arrival.
    package var row: Int64
    package var id: String
    package var stream: String
    /// How often the intake has answered that it could not process this event.
    package var attempts: Int
    package var body: [UInt8]

    package init(row: Int64, id: String, stream: String, attempts: Int, body: [UInt8]) {
        self.row = row
        self.id = id
        self.stream = stream
        self.attempts = attempts
        self.body = body
    }
}

/// One change of the store: rows come and go together with what the ledger says of them.
package struct StoreTransaction: Sendable {
    /// New waiting events.
    package var added: [NewEvent] = []
    /// Rows of events that are done with.
    package var removed: [Int64] = []
    /// Rows of events the intake could not process; their attempts rise by one.
    package var attempted: [Int64] = []
    /// Submissions that wait for stream configurations.
    package var held: [(number: Int64, json: [UInt8])] = []
    /// Numbers of held submissions that were decided.
    package var released: [Int64] = []
    /// What to add to the stored ledger.
    package var ledger = Ledger()
    /// Settings of the client to keep.
    package var values: [String: String] = [:]
    /// Whether the ids of removed events are kept, so that they are recognised as duplicates later.
    package var remembersRemoved = false

    package init() {}

    package var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && attempted.isEmpty && held.isEmpty && released.isEmpty && ledger.isEmpty
            && values.isEmpty
    }
}
