import EventCatalog
import GRDB

/// A query for events in an intake's store. An event matches when it satisfies every filter that is set.
public struct EventQuery: Sendable, Hashable {
    /// Only events of these streams. The default is empty: events of all streams.
    public var streams: [String] = []
    /// Only events with this `meta.id`. The default is `nil`: any.
    public var id: String?
    /// Only events of requests with this value of the header `X-Event-Test`. The default is `nil`: any.
    public var test: String?
    /// Only events received at this time or later, as ``ReceivedEvent/receivedAt`` writes it: UTC, with milliseconds
    /// and `Z`, such as `2026-01-31T12:00:00.000Z`. The default is `nil`: any time.
    public var since: String?
    /// `true` for accepted events only, `false` for rejected events only. The default is `nil`: both.
    public var valid: Bool?
    /// `true` for events whose `meta.id` arrived more than once, `false` for those that arrived once. The default is
    /// `nil`: both.
    public var repeated: Bool?
    /// Only events after this ``ReceivedEvent/position``. The default is 0: from the first event. `GET /events` treats
    /// a position beyond the last one of the store as 0.
    public var after: Int64 = 0
    /// The maximum number of events in a page, at least 1. The default is 100. `GET /events` accepts up to 1000.
    public var limit = 100
    /// Only events that satisfy this filter. The default is one that every event satisfies.
    var filter = EventFilter()
    /// Only events before this position. The default is `nil`: up to the newest event.
    var before: Int64?
    /// Only events received before this time, written as ``since``. The default is `nil`: any time.
    var until: String?
    /// No events of these streams. The default is empty.
    var withoutStreams: [String] = []
    /// Whether the intake's own error events are left out. The default is `false`.
    var leavesOutErrorEvents = false
    /// Whether the page has the newest events that match, the newest first. Its ``EventPage/next`` is the position
    /// ``before`` which the next page begins. The default is `false`: the order of arrival.
    var isNewestFirst = false
    /// The order by a field in which the page has the first events; ``EventPage/next`` is the newest position then. The
    /// default is `nil`: by position.
    var sort: EventSort?

    /// Creates a query that matches every event.
    public init() {}

    /// Creates a query that matches every event of one stream.
    public init(stream: String) { streams = [stream] }
}

/// One page of the events that match a query, in the order of arrival.
public struct EventPage: Sendable, Hashable {
    /// The events.
    public let events: [ReceivedEvent]
    /// The value of ``EventQuery/after`` for the next page. When ``hasMore`` is false, a query with this value waits
    /// for events that are received later.
    public let next: Int64
    /// Whether the store has further events that match.
    public let hasMore: Bool
}

extension EventPage {
    init(_ page: QueryPage<ReceivedEvent>) { self.init(events: page.events, next: page.next, hasMore: page.hasMore) }
}

/// One page of the events that match a query, in any form.
struct QueryPage<Event: Sendable>: Sendable {
    let events: [Event]
    let next: Int64
    let hasMore: Bool
}

extension EventQuery {
    /// Runs the query. It reads one row more than the limit, to find out whether there are further events.
    ///
    /// `isFull` is called with each event, and returns whether the page ends with it. `onUnreadable` is called with the
    /// position of a row that cannot be read, and the reason. The default throws it.
    func page<Event>(
        of form: EventForm<Event>, in database: Database, isFull: (Event) -> Bool = { _ in false },
        onUnreadable: (Int64, any Error) throws -> Void = { _, error in throw error }
    ) throws -> QueryPage<Event> {
        guard let statement = try statement(of: form, in: database) else {
            return QueryPage(events: [], next: start, hasMore: false)
        }
        let cursor = try Row.fetchCursor(
            database, sql: statement, arguments: StatementArguments(arguments.merging(["limit": limit + 1]) { $1 }))
        var events: [Event] = []
        var (rows, last) = (0, start)
        var (isEnded, hasMore) = (false, false)
        while let row = try cursor.next() {
            guard rows < limit, !isEnded else {
                hasMore = true
                break
            }
            rows += 1
            last = row["position"]
            do {
                let event = try form.read(StoredRecord(row: row))
                events.append(event)
                isEnded = isFull(event)
            } catch { try onUnreadable(last, error) }
        }
        // What does not match need not be searched again.
        if sort != nil || (!isNewestFirst && before == nil && !hasMore) {
            last = max(last, try StoreFile.newestPosition(database))
        }
        return QueryPage(events: events, next: last, hasMore: hasMore)
    }

    /// The statement that selects the events that match, up to `:limit` of them; `nil` if none can.
    private func statement<Event>(of form: EventForm<Event>, in database: Database) throws -> String? {
        let common = try form.columns(in: database)
        let columns = (
            accepted: "rowid AS position, \(common.accepted)", rejected: "rowid AS position, \(common.rejected)"
        )
        let parts = selections(of: columns.accepted, rejected: columns.rejected)
        guard !parts.isEmpty else { return nil }
        if let sort { return sort.statement(columns, of: self) }
        let order = isNewestFirst ? "DESC" : "ASC"
        return parts.joined(separator: " UNION ALL ") + " ORDER BY position \(order) LIMIT :limit"
    }

    /// The position at which a page begins.
    private var start: Int64 { isNewestFirst ? before ?? 0 : after }

    /// The statements that select the events that match, from the table of accepted events and that of rejected ones.
    ///
    /// - Parameters:
    ///   - columns: the columns of accepted events.
    ///   - rejected: the columns of rejected events.
    /// - Returns: the statements, at most one for each table.
    func selections(of columns: String, rejected: String) -> [String] {
        var selections: [String] = []
        if valid != false {
            selections.append(
                "SELECT \(columns) FROM event WHERE \(conditions(isRejected: false))\(repeats)\(errorEvents)")
        }
        // Rejected events have no duplicates: each arrival is a row of its own.
        if valid != true, repeated != true {
            selections.append("SELECT \(rejected) FROM rejected WHERE \(conditions(isRejected: true))")
        }
        return selections
    }

    private var repeats: String {
        switch repeated {
        case nil: ""
        case true?: " AND repeats > 0"
        case false?: " AND repeats = 0"
        }
    }

    private var errorEvents: String {
        leavesOutErrorEvents ? " AND \(EventRetentionClass.client.condition)" : ""
    }

    private func conditions(isRejected: Bool) -> String {
        let names = streams.indices.map { ":stream\($0)" }.joined(separator: ", ")
        let without = withoutStreams.indices.map { ":without\($0)" }.joined(separator: ", ")
        let filters = [
            streams.isEmpty ? nil : "stream IN (\(names))",
            withoutStreams.isEmpty ? nil : "coalesce(stream, '') NOT IN (\(without))", id.map { _ in "id = :id" },
            test.map { _ in "test = :test" },
            since.map { _ in "received_at >= :since" }, until.map { _ in "received_at < :until" },
            before.map { _ in "rowid < :before" },
        ]
        return (["rowid > :after"] + filters.compactMap { $0 } + filter.conditions(isRejected: isRejected))
            .joined(separator: " AND ")
    }

    /// The values of the parameters in ``selections(of:rejected:)``.
    var arguments: [String: any DatabaseValueConvertible] {
        var values: [String: any DatabaseValueConvertible] = ["after": after]
        for (name, value) in [("id", id), ("test", test), ("since", since), ("until", until)] {
            if let value { values[name] = value }
        }
        if let before { values["before"] = before }
        if let field = sort?.parameter { values["sort"] = field }
        for (position, stream) in streams.enumerated() { values["stream\(position)"] = stream }
        for (position, stream) in withoutStreams.enumerated() { values["without\(position)"] = stream }
        return values.merging(filter.arguments) { $1 }
    }
}
