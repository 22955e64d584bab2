import GRDB

/// Which events of an intake's store somebody wants to see.
public struct EventQuestion: Sendable, Hashable {
    /// Only events of these streams; empty for all.
    public var streams: [String] = []
    /// Only events with this `meta.id`.
    public var id: String?
    /// Only events of requests with this header `X-Event-Test`.
    public var test: String?
    /// Only events that arrived at this time or later: UTC, with milliseconds and `Z`.
    public var since: String?
    /// Only accepted events, or only rejected ones; `nil` for both.
    public var valid: Bool?
    /// Only events that arrived more than once, by their `meta.id`, or only those that did not; `nil` for both.
    public var repeated: Bool?
    /// Only events behind this position in the order of arrival. The default is 0: from the first. Over HTTP, a position
    /// that this store has not given yet counts as 0.
    public var after: Int64 = 0
    /// The most events of one answer. The default is 100.
    public var limit = 100

    /// Asks for everything.
    public init() {}

    /// Asks for everything in a stream.
    public init(stream: String) { streams = [stream] }
}

/// Some events, in the order in which they arrived.
public struct EventPage: Sendable, Hashable {
    /// The events.
    public let events: [ReceivedEvent]
    /// Where the next page begins: ``EventQuestion/after`` of the question that asks for it, or, with nothing more
    /// there now, of the question that waits for what is to come.
    public let next: Int64
    /// Whether more events are there now.
    public let hasMore: Bool
}

extension EventQuestion {
    /// One row more than the limit, so that the page can say whether more are there.
    func rows(in database: Database) throws -> EventPage {
        var parts: [String] = []
        if valid != false {
            parts.append(
                "SELECT rowid AS position, id, stream, schema, received_at, repeats, test, body, NULL AS status, NULL AS context FROM event WHERE \(conditions)\(repeats)"
            )
        }
        // Copies of rejected events are not counted: each is an event of its own.
        if valid != true, repeated != true {
            parts.append(
                "SELECT rowid AS position, id, stream, schema, received_at, 0 AS repeats, test, body, status, context FROM rejected WHERE \(conditions)"
            )
        }
        // Rejected and repeated at the same time: there are none.
        guard !parts.isEmpty else { return EventPage(events: [], next: after, hasMore: false) }
        let cursor = try Row.fetchCursor(
            database, sql: parts.joined(separator: " UNION ALL ") + " ORDER BY position LIMIT :limit",
            arguments: arguments)
        var events: [ReceivedEvent] = []
        while let row = try cursor.next() { events.append(try ReceivedEvent(row)) }
        let shown = events.prefix(limit)
        return EventPage(events: Array(shown), next: shown.last?.position ?? after, hasMore: events.count > limit)
    }

    private var repeats: String {
        switch repeated {
        case nil: ""
        case true?: " AND repeats > 0"
        case false?: " AND repeats = 0"
        }
    }

    private var conditions: String {
        let names = streams.indices.map { ":stream\($0)" }.joined(separator: ", ")
        let filters = [
            streams.isEmpty ? nil : "stream IN (\(names))", id.map { _ in "id = :id" },
            test.map { _ in "test = :test" },
            since.map { _ in "received_at >= :since" },
        ]
        return (["rowid > :after"] + filters.compactMap { $0 }).joined(separator: " AND ")
    }

    private var arguments: StatementArguments {
        var values: [String: (any DatabaseValueConvertible)?] = ["after": after, "limit": limit + 1]
        for (name, value) in [("id", id), ("test", test), ("since", since)] {
            if let value { values[name] = value }
        }
        for (position, stream) in streams.enumerated() { values["stream\(position)"] = stream }
        return StatementArguments(values)
    }
}
