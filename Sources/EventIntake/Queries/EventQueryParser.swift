import EventCatalog
import EventSchema
import EventStreams
import Foundation

extension QueryParameters {
    /// Refuses unknown names and empty values. If a misspelt filter were ignored, the response would have every event;
    /// if an empty one were (from a shell variable that is not set), `DELETE` would remove every event.
    func check(known: [String]) throws(InvalidParameter) {
        for name in names {
            guard known.contains(name) else {
                let list = known.sorted().joined(separator: ", ")
                throw InvalidParameter("There is no parameter \(name). Known are \(list).")
            }
            guard text(name) != nil else {
                throw InvalidParameter("\(name) is empty. Give it a value, or leave it out.")
            }
            // SQLite ends a text at NUL, so the query would match the part before it.
            guard self[name]?.contains("\0") == false else {
                throw InvalidParameter("\(name) contains a NUL character. Remove it.")
            }
        }
    }
}

/// Reads an ``EventQuery`` from the parameters of a request.
struct EventQueryParser {
    private let parameters: QueryParameters

    init(_ parameters: QueryParameters) { self.parameters = parameters }

    /// Reads the query of a request that may have these parameters.
    func query(known: [Endpoint.Parameter] = Self.parameters) throws(InvalidParameter) -> EventQuery {
        try parameters.check(known: known.map(\.name))
        var query = EventQuery()
        if let text = parameters.text("stream") { query.streams = try Self.names(in: text, of: "stream") }
        if let text = parameters.text("without") { query.withoutStreams = try Self.names(in: text, of: "without") }
        query.id = parameters.text("id")
        query.test = parameters.text("test")
        query.since = try time("since")
        query.until = try time("until")
        query.valid = try choice("valid")
        query.repeated = try choice("repeated")
        query.after = try number("after", in: 0...Int64.max) ?? 0
        query.before = try number("before", in: 1...Int64.max)
        query.isNewestFirst = try isNewestFirst()
        query.sort = try sort()
        if let text = parameters.text("q") { query.filter = try Self.filter(text) }
        let hasErrorEvents = try choice("errorEvents") ?? true
        query.leavesOutErrorEvents = !hasErrorEvents && !query.filter.namesErrorEvents
        query.limit = try limit() ?? query.limit
        return query
    }

    /// How events are returned.
    enum Form {
        case page(EventForm<JSONValue>)
        /// All events, each on a line, up to a number.
        case lines(limit: Int?)
    }

    /// The form in which the events are returned.
    func form() throws(InvalidParameter) -> Form {
        let fields = try fields()
        switch parameters.text("form") {
        case "summary": return .page(.summary(of: fields ?? []))
        case nil, "whole", "ndjson": break
        case let other?: throw InvalidParameter("form must be whole, summary or ndjson, it is \(other).")
        }
        guard fields == nil else { throw InvalidParameter("fields can be combined with form=summary only.") }
        guard isOfLines else { return .page(.whole) }
        guard parameters.text("wait") == nil else {
            throw InvalidParameter("wait cannot be combined with form=ndjson, which ends at the newest event.")
        }
        return .lines(limit: try limit())
    }

    private var isOfLines: Bool { parameters.text("form") == "ndjson" }

    /// The maximum number of events, if one is given.
    private func limit() throws(InvalidParameter) -> Int? {
        try number("limit", in: 1...(isOfLines ? Int64.max : 1000)).map { Int(clamping: $0) }
    }

    private func fields() throws(InvalidParameter) -> [EventField]? {
        guard let text = parameters.text("fields") else { return nil }
        let names = text.split(separator: ",").map(String.init)
        guard (1...Self.maximumFields).contains(names.count) else {
            throw InvalidParameter("fields must name 1 to \(Self.maximumFields) fields, it names \(names.count).")
        }
        return names.map(EventField.init)
    }

    private static let maximumFields = 50

    /// The number of removals that the client knows.
    func knownRemovals() throws(InvalidParameter) -> Int? {
        try number("removals", in: 0...Int64.max).map { Int(clamping: $0) }
    }

    private static func filter(_ text: String) throws(InvalidParameter) -> EventFilter {
        do { return try EventFilter(parsing: text) } catch { throw InvalidParameter("q: \(error.message)") }
    }

    /// The names in a list, at least one: an empty list would match the events of every stream.
    static func names(in text: String, of parameter: String) throws(InvalidParameter) -> [String] {
        let names = text.split { ",|".contains($0) }.map(String.init)
        guard !names.isEmpty else { throw InvalidParameter("\(parameter) must name a stream, it is \(text).") }
        return names
    }

    /// The maximum time to wait for a match; `nil` for no wait.
    func waitTimeout() throws(InvalidParameter) -> Duration? {
        guard let text = parameters.text("wait") else { return nil }
        let isPlain = text.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
        guard isPlain, let seconds = Double(text), (0...Self.maximumWaitSeconds).contains(seconds) else {
            throw InvalidParameter(
                "wait must be a number of seconds from 0 to \(Int(Self.maximumWaitSeconds)), it is \(text).")
        }
        return seconds > 0 ? .seconds(seconds) : nil
    }

    /// The maximum of `wait` in seconds: enough for a user interface test, and below the usual timeouts of proxies.
    private static let maximumWaitSeconds = 300.0

    private func isNewestFirst() throws(InvalidParameter) -> Bool {
        switch parameters.text("order") {
        case nil, "oldest": return false
        case "newest": break
        case let other?: throw InvalidParameter("order must be oldest or newest, it is \(other).")
        }
        guard parameters.text("wait") == nil else {
            throw InvalidParameter("wait cannot be combined with order=newest: new events come at the end.")
        }
        return true
    }

    private func sort() throws(InvalidParameter) -> EventSort? {
        guard let text = parameters.text("sort") else { return nil }
        guard let sort = EventSort(text) else { throw InvalidParameter("sort must name a field, it is \(text).") }
        for name in ["after", "before", "wait", "order"] where parameters.text(name) != nil {
            throw InvalidParameter("sort cannot be combined with \(name): it returns the first events by a field.")
        }
        guard !isOfLines else { throw InvalidParameter("sort cannot be combined with form=ndjson.") }
        return sort
    }

    private func choice(_ name: String) throws(InvalidParameter) -> Bool? {
        switch parameters.text(name) {
        case nil: nil
        case "true", "1": true
        case "false", "0": false
        case let other?: throw InvalidParameter("\(name) must be true or false, it is \(other).")
        }
    }

    /// A time in the form of ``EventQuery/since``.
    func time(_ name: String) throws(InvalidParameter) -> String? {
        guard let text = parameters.text(name) else { return nil }
        // A `+` that is not percent-encoded in the URL is decoded as a space.
        let zoned = text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "+")
        guard let instant = UTCInstant(iso8601: zoned) ?? UTCInstant(iso8601: text) else {
            throw InvalidParameter("\(name) must be a time such as 2026-01-31T12:00:00Z, it is \(text).")
        }
        return instant.intakeTime
    }

    private func number(_ name: String, in range: ClosedRange<Int64>) throws(InvalidParameter) -> Int64? {
        guard let text = parameters.text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let limits =
                range.upperBound == .max
                ? "from \(range.lowerBound) on" : "from \(range.lowerBound) to \(range.upperBound)"
            throw InvalidParameter("\(name) must be a whole number \(limits), it is \(text).")
        }
        return number
    }
}

// MARK: - The description

extension EventQueryParser {
    static let wait = Endpoint.Parameter(
        name: "wait", place: .query, summary: "The maximum time in seconds to wait for a match.",
        schema: ["type": "number", "minimum": 0, "maximum": 300])
    static let test = Endpoint.Parameter(
        name: "test", place: .query, summary: "Only events of requests with this header X-Event-Test.",
        schema: Endpoint.Parameter.text)

    /// The parameters of `GET /events`.
    static let parameters: [Endpoint.Parameter] =
        filters + [
            .init(
                name: "after", place: .query, summary: "Only events after this position: `next` of the previous page.",
                schema: ["type": "integer", "minimum": 0]),
            .init(
                name: "before", place: .query,
                summary: "Only events before this position: with order=newest, `next` of the previous page.",
                schema: ["type": "integer", "minimum": 1]),
            .init(
                name: "order", place: .query, summary: "oldest: the order of arrival; newest: the newest event first.",
                schema: ["type": "string", "enum": ["oldest", "newest"]]),
            .init(
                name: "sort", place: .query,
                summary: "The first events by the values of this field: time, or one of q; after -, in reverse.",
                schema: Endpoint.Parameter.text),
            .init(
                name: "limit", place: .query,
                summary: "The maximum number of events. The default is 100; with form=ndjson all, and no maximum.",
                schema: ["type": "integer", "minimum": 1, "maximum": 1000]),
            wait,
            .init(
                name: "removals", place: .query,
                summary: "With wait: the response comes at once if this is not the number of removals.",
                schema: ["type": "integer", "minimum": 0]),
            .init(
                name: "form", place: .query,
                summary:
                    "whole: a page; summary: one without the events themselves; ndjson: all events, one on a line.",
                schema: ["type": "string", "enum": ["whole", "summary", "ndjson"]]),
            .init(
                name: "fields", place: .query,
                summary: "With form=summary: the texts of these fields of the event, such as action,meta.domain.",
                schema: Endpoint.Parameter.text),
        ]

    /// The parameters that choose events by what they are.
    static let filters: [Endpoint.Parameter] = [
        .init(
            name: "q", place: .query,
            summary: "Only events that satisfy each term: a text, or field:value; after -, that do not.",
            schema: Endpoint.Parameter.text),
        .init(
            name: "stream", place: .query, summary: "Only events of these streams: names, separated by , or |.",
            schema: Endpoint.Parameter.text),
        .init(
            name: "without", place: .query, summary: "No events of these streams: names, separated by , or |.",
            schema: Endpoint.Parameter.text),
        .init(
            name: "id", place: .query, summary: "Only events with this meta.id.", schema: Endpoint.Parameter.text),
        test,
        .init(
            name: "since", place: .query, summary: "Only events received at this time or later.",
            schema: ["type": "string", "format": "date-time"]),
        .init(
            name: "until", place: .query, summary: "Only events received before this time.",
            schema: ["type": "string", "format": "date-time"]),
        .init(
            name: "errorEvents", place: .query,
            summary: "false: without the intake's own error events, unless q names their stream.",
            schema: ["type": "boolean"]),
        .init(
            name: "valid", place: .query, summary: "true: only accepted events; false: only rejected ones.",
            schema: ["type": "boolean"]),
        .init(
            name: "repeated", place: .query, summary: "true: only events whose meta.id arrived more than once.",
            schema: ["type": "boolean"]),
    ]
}
