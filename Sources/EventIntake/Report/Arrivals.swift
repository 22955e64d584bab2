package import EventCatalog
package import EventStreams

/// What an intake's store has of a query's events: counts of all of them, and the fields of the newest.
struct Arrivals: Sendable {
    var counts: [String: ArrivalCounts]
    var fields: FieldTallies
    var read: Int
    var isComplete: Bool

    /// The time between the first and the last event, in days.
    var days: Double {
        // Times are texts of one form, which are ordered as the times are.
        guard let first = counts.values.compactMap(\.first).min(), let last = counts.values.compactMap(\.last).max(),
            let start = UTCInstant(iso8601: first), let end = UTCInstant(iso8601: last)
        else { return 0 }
        return (Double(end.seconds) - Double(start.seconds)) / 86_400
    }
}

extension IntakeStore {
    /// The maximum number of events whose bodies a report reads, so that it takes at most about a second.
    static let maximumReportedEvents = 10_000

    /// Compares what has arrived with what is configured.
    ///
    /// - Parameters:
    ///   - query: which events to look at. Its streams are those to report on; its limit has no effect.
    ///   - configurations: the configured streams; `nil` when every stream is allowed.
    ///   - vocabulary: the words of the project, which say in which fields its attributes are.
    ///   - schemas: the schemas of the events.
    ///   - forecasts: the forecast of the number of events a day, lowest and highest, by stream.
    /// - Returns: the report. Fields and values are those of the newest 10 000 accepted events.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    package func report(
        _ query: EventQuery, configurations: StreamConfigurations?, vocabulary: Vocabulary = .platform,
        schemas: SchemaRepository, forecasts: [String: ClosedRange<Double>] = [:]
    ) async throws -> ArrivalReport {
        let counts = try await read { try ArrivalCounts.counts(of: query, in: $0) }
        var fields = FieldTallies(schemas)
        let (count, isComplete) = try await forNewest(Self.maximumReportedEvents, of: query) { fields.add($0) }
        let arrivals = Arrivals(counts: counts, fields: fields, read: count, isComplete: isComplete)
        return ArrivalReport(arrivals, configurations, vocabulary, only: query.streams, forecasts: forecasts)
    }

    /// Calls `body` with the newest accepted events that match a query, the newest first.
    ///
    /// - Returns: their number, and whether they are all that match.
    func forNewest(
        _ maximum: Int, of query: EventQuery, _ body: (ReceivedEvent) -> Void
    ) async throws -> (count: Int, isComplete: Bool) {
        guard query.valid != false else { return (0, true) }
        var query = query
        (query.valid, query.isNewestFirst, query.limit) = (true, true, min(maximum, 1000))
        var count = 0
        while true {
            let page = try await events(query)
            page.events.forEach(body)
            count += page.events.count
            query.before = page.next
            guard page.hasMore, count < maximum else { return (count, !page.hasMore) }
        }
    }
}
