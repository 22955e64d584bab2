import EventSupport
import GRDB

extension IntakeStore {
    /// The number of accepted events in the store. Duplicates with the same `meta.id` count once.
    ///
    /// - Parameter stream: the stream; `nil` for all streams.
    /// - Returns: the number of events; 0 for a stream without accepted events.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    public func count(stream: String? = nil) throws -> Int {
        try read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM event WHERE ? IS NULL OR stream = ?", arguments: [stream, stream])
                ?? 0
        }
    }

    /// The number of duplicates of accepted events: arrivals after the first with the same `meta.id`.
    ///
    /// - Parameter stream: the stream; `nil` for all streams.
    /// - Returns: the number of duplicates; 0 for a stream without accepted events.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    public func repeats(stream: String? = nil) throws -> Int {
        try read { database in
            try Int.fetchOne(
                database, sql: "SELECT coalesce(sum(repeats), 0) FROM event WHERE ? IS NULL OR stream = ?",
                arguments: [stream, stream]) ?? 0
        }
    }

    /// The names of the streams that have accepted events, sorted.
    ///
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    public func streams() throws -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT DISTINCT stream FROM event ORDER BY stream") }
    }

    /// The accepted events in the store, in the order of arrival. All of them are read into memory; ``events(_:)``
    /// reads page by page.
    ///
    /// - Parameter stream: the stream; `nil` for all streams.
    /// - Returns: the events; empty for a stream without accepted events.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    public func events(stream: String? = nil) throws -> [ReceivedEvent] {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT rowid AS position, * FROM event WHERE ? IS NULL OR stream = ? ORDER BY rowid",
                arguments: [stream, stream])
            var events: [ReceivedEvent] = []
            while let row = try rows.next() { events.append(try ReceivedEvent(row)) }
            return events
        }
    }

    /// The position after which a client continues that has seen everything up to `position`.
    ///
    /// A position beyond the last one belongs to another store, such as a temporary store before a restart. The client
    /// has then seen nothing of this store, so it starts at the first event.
    func resumePosition(for position: Int64) -> Int64 { position > lastPosition ? 0 : position }

    /// Returns the events that match a query and have been received.
    ///
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    public func events(_ query: EventQuery) async throws -> EventPage {
        try await read { EventPage(try query.page(of: .received, in: $0)) }
    }

    /// Calls `body` with each event that matches a query and has been received.
    ///
    /// `onUnreadable` is called with the position of each row that cannot be read, and the reason.
    ///
    /// - Throws: the error of `body`; GRDB's `DatabaseError` when the file cannot be read.
    package func forEachEvent(
        _ query: EventQuery, onUnreadable: (Int64, any Error) -> Void, _ body: (ReceivedEvent) throws -> Void
    ) throws {
        var query = query
        var page: QueryPage<ReceivedEvent>
        repeat {
            page = try read { try query.page(of: .received, in: $0, onUnreadable: onUnreadable) }
            for event in page.events { try body(event) }
            query.after = page.next
        } while page.hasMore
    }

    /// Returns the events that match a query as soon as there is at least one.
    ///
    /// - Parameters:
    ///   - query: which events to return.
    ///   - timeout: the maximum time to wait.
    ///   - clock: measures the timeout. The default is the continuous clock.
    /// - Returns: the first page of the events; empty when the timeout expires or the intake stops before an event
    ///   matches.
    /// - Throws: `CancellationError` when the task is cancelled first; ``IntakeError`` when the store is closed or
    ///   damaged; GRDB's `DatabaseError` when it cannot be read.
    public func events(
        _ query: EventQuery, waitingAtMost timeout: Duration, clock: any Clock<Duration> = .continuous
    ) async throws -> EventPage {
        EventPage(try await page(query, of: .received, waitingAtMost: timeout, clock: clock).page)
    }

    /// Returns the events that match a query and have been received, and the state of the store at that time.
    func page<Event>(_ query: EventQuery, of form: EventForm<Event>) async throws -> StorePage<Event> {
        try await read { [isReadOnly] database in
            let page = try query.page(of: form, in: database)
            return StorePage(page: page, state: isReadOnly ? StoreState() : try StoreState(database))
        }
    }

    /// Returns a page as soon as it has an event, or the store has removed some.
    ///
    /// - Parameters:
    ///   - query: which events to return.
    ///   - form: what to return of each.
    ///   - removals: the number of removals that the caller knows; `nil` to wait for events only.
    ///   - timeout: the maximum time to wait.
    ///   - clock: measures the timeout. The default is the continuous clock.
    /// - Returns: the page; one without events when the timeout expires or the intake stops first.
    /// - Throws: `CancellationError` when the task is cancelled first; ``IntakeError`` when the store is closed or
    ///   damaged; GRDB's `DatabaseError` when it cannot be read.
    func page<Event>(
        _ query: EventQuery, of form: EventForm<Event>, removals: Int? = nil, waitingAtMost timeout: Duration,
        clock: any Clock<Duration> = .continuous
    ) async throws -> StorePage<Event> {
        let unseen = Locked(query)
        let found = try await first(waitingAtMost: timeout, clock: clock) {
            let found = try await self.page(unseen.withLock { $0 }, of: form)
            unseen.withLock { $0.after = found.page.next }
            return found.page.events.isEmpty && found.state.removals == removals ?? found.state.removals ? nil : found
        }
        if let found { return found }
        return try await page(unseen.withLock { $0 }, of: form)
    }

    /// Reads again after each commit until there is a value.
    ///
    /// - Parameters:
    ///   - timeout: the maximum time to wait.
    ///   - clock: measures the timeout.
    ///   - read: returns the value; `nil` when there is none yet.
    /// - Returns: the value; `nil` when the timeout expires, the intake stops or the task is cancelled first.
    /// - Throws: the error of `read`.
    func first<Value: Sendable>(
        waitingAtMost timeout: Duration, clock: any Clock<Duration>,
        _ read: @escaping @Sendable () async throws -> Value?
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                while !Task.isCancelled, !self.arrivals.isEnded {
                    let seen = self.arrivals.count
                    if let value = try await read() { return value }
                    await self.arrivals.wait(after: seen)
                }
                return nil
            }
            group.addTask {
                do { try await clock.sleep(for: timeout) } catch is CancellationError {
                    // The value was read before the timeout, or the request was cancelled.
                }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}

/// A page, and the state of the store at the time of its transaction.
struct StorePage<Event: Sendable>: Sendable {
    let page: QueryPage<Event>
    let state: StoreState
}
