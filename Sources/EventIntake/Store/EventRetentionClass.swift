import GRDB

/// The two kinds of accepted events, which do not push each other out of a bounded store: a client gone wrong, which has
/// an error event for everything it sends, must not cost what others have sent.
enum EventRetentionClass: CaseIterable {
    /// What clients have sent.
    case client
    /// What the intake tells of invalid events.
    case errorEvent

    init(of stream: String) { self = ErrorEventFactory.isErrorStream(stream) ? .errorEvent : .client }

    /// Which rows of `event` are of this kind. The partial index `error_event` has the same condition.
    fileprivate var condition: String {
        switch self {
        case .client: "stream NOT GLOB '\(ErrorEventFactory.streamGlob)'"
        case .errorEvent: "stream GLOB '\(ErrorEventFactory.streamGlob)'"
        }
    }

    /// How many there are, and where the oldest may be.
    struct Counter {
        var count: Int
        /// Nothing of this kind is at or before this position, so that the search for the oldest need not pass, again
        /// and again, the other kind's rows that lie there.
        private var floor: Int64 = 0

        init(of retentionClass: EventRetentionClass, in database: Database) throws {
            func count(_ condition: String) throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM event WHERE \(condition)") ?? 0
            }
            // Both counts come out of an index; the rows themselves may be gigabytes.
            let errorEvents = try count(EventRetentionClass.errorEvent.condition)
            self.count = retentionClass == .errorEvent ? errorEvents : try count("true") - errorEvents
        }

        /// Removes the oldest beyond a limit; `nil` for none.
        mutating func makeRoom(for retentionClass: EventRetentionClass, _ limit: Int?, in database: Database) throws {
            guard let limit, count > limit else { return }
            let sql = """
                DELETE FROM event WHERE rowid IN (
                    SELECT rowid FROM event WHERE rowid > ? AND \(retentionClass.condition) ORDER BY rowid LIMIT ?)
                RETURNING rowid
                """
            let removed = try Int64.fetchAll(database, sql: sql, arguments: [floor, count - limit])
            floor = removed.max() ?? floor
            count = limit
        }
    }
}
