import EventSupport
import GRDB

extension IntakeStore {
    /// How many accepted events are kept, of one stream or of all; copies do not count.
    public func count(stream: String? = nil) throws -> Int {
        try read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM event WHERE ? IS NULL OR stream = ?", arguments: [stream, stream])
                ?? 0
        }
    }

    /// How many further copies of accepted events arrived, in one stream or in all.
    public func repeats(stream: String? = nil) throws -> Int {
        try read { database in
            try Int.fetchOne(
                database, sql: "SELECT coalesce(sum(repeats), 0) FROM event WHERE ? IS NULL OR stream = ?",
                arguments: [stream, stream]) ?? 0
        }
    }

    /// The names of the streams that have accepted events, in order.
    public func streams() throws -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT DISTINCT stream FROM event ORDER BY stream") }
    }

    /// The accepted events that are kept, of one stream or of all, in the order in which they arrived.
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

    /// Where to go on for somebody who has seen everything up to a position.
    ///
    /// A position that was never given is one of another store, such as a temporary one before a restart: everything
    /// that is here is new to whoever brings it.
    func resumption(at position: Int64) -> Int64 { position > end ? 0 : position }

    /// The events that a question is about, as far as they have arrived.
    public func events(_ question: EventQuestion) async throws -> EventPage {
        try await read { try question.rows(in: $0) }
    }

    /// The events that a question is about, once there is at least one, or none when the time is over.
    ///
    /// - Parameters:
    ///   - question: which events.
    ///   - patience: how long to wait at most.
    ///   - clock: measures the wait.
    public func events(
        _ question: EventQuestion, waitingAtMost patience: Duration, clock: any Clock<Duration> = .continuous
    ) async throws -> EventPage {
        try await withThrowingTaskGroup(of: EventPage?.self) { group in
            group.addTask { try await self.firstEvents(question) }
            group.addTask {
                do { try await clock.sleep(for: patience) } catch is CancellationError {
                    // The events came before the time-out, or the request was cancelled.
                }
                return nil
            }
            defer { group.cancelAll() }
            if let found = try await group.next() ?? nil { return found }
            return try await events(question)
        }
    }

    /// The events, as soon as there are any; `nil` when the task is cancelled or the intake stops before.
    private func firstEvents(_ question: EventQuestion) async throws -> EventPage? {
        while !Task.isCancelled, !arrivals.isEnded {
            let seen = arrivals.count
            let page = try await events(question)
            if !page.events.isEmpty { return page }
            await arrivals.wait(after: seen)
        }
        return nil
    }
}
