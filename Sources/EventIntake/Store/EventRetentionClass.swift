import GRDB

/// The two kinds of accepted events, each with a limit of its own: a faulty client, each of whose events causes an
/// error event, must not displace the events of other clients.
enum EventRetentionClass: CaseIterable {
    /// Events of clients.
    case client
    /// The intake's error events about invalid events.
    case errorEvent

    init(of stream: String) { self = ErrorEventFactory.isErrorStream(stream) ? .errorEvent : .client }

    /// The SQL condition for the rows of this kind. The partial index `error_event` has the same condition.
    var condition: String {
        switch self {
        case .client: "stream NOT GLOB '\(ErrorEventFactory.streamGlob)'"
        case .errorEvent: "stream GLOB '\(ErrorEventFactory.streamGlob)'"
        }
    }

    private var reason: StoreState.Reason {
        switch self {
        case .client: .accepted
        case .errorEvent: .errorEvents
        }
    }

    /// The number of events of one kind and a lower bound of their positions.
    struct Counter {
        var count: Int
        /// No event of this kind is at or before this position, so the search for the oldest starts after it.
        private var floor: Int64 = 0

        init(of retentionClass: EventRetentionClass, in database: Database) throws {
            func count(_ condition: String) throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM event WHERE \(condition)") ?? 0
            }
            // Both counts are read from an index, not from the rows, which may take gigabytes.
            let errorEvents = try count(EventRetentionClass.errorEvent.condition)
            self.count = retentionClass == .errorEvent ? errorEvents : try count("true") - errorEvents
        }

        /// Removes the oldest events above a limit; `nil` for no limit.
        mutating func makeRoom(for retentionClass: EventRetentionClass, _ limit: Int?, in database: Database) throws {
            guard let limit, count > limit else { return }
            let sql = """
                DELETE FROM event WHERE rowid IN (
                    SELECT rowid FROM event WHERE rowid > ? AND \(retentionClass.condition) ORDER BY rowid LIMIT ?)
                RETURNING rowid
                """
            let removed = try Int64.fetchAll(database, sql: sql, arguments: [floor, count - limit])
            count = limit
            guard let last = removed.max() else { return }
            floor = last
            try StoreState.recordRemoval(retentionClass.reason, upTo: last, in: database)
        }
    }
}
