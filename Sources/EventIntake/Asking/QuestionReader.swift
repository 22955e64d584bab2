import EventSchema
import EventStreams
import Foundation

/// Why a query cannot be answered.
struct WrongParameter: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

extension Query {
    /// Refuses names that mean nothing here, and names without a value: a misspelt filter would show everything, and an
    /// empty one, out of a variable that nobody has set, would remove everything.
    func check(known: [String]) throws(WrongParameter) {
        for name in names {
            guard known.contains(name) else {
                let list = known.sorted().joined(separator: ", ")
                throw WrongParameter("\(name) is no parameter here. Known are \(list).")
            }
            guard text(name) != nil else {
                throw WrongParameter("\(name) is empty. Give it a value, or leave it out.")
            }
            // SQLite's texts end there: a longer name would be taken for a shorter one.
            guard self[name]?.contains("\0") == false else {
                throw WrongParameter("\(name) has a NUL character, which no name has.")
            }
        }
    }
}

/// Reads a question about events from a query.
struct QuestionReader {
    private let query: Query

    init(_ query: Query) { self.query = query }

    func question() throws(WrongParameter) -> EventQuestion {
        try query.check(known: Self.parameters.map(\.name))
        var question = EventQuestion()
        if let text = query.text("stream") { question.streams = try Self.names(in: text, of: "stream") }
        question.id = query.text("id")
        question.test = query.text("test")
        question.since = try since()
        question.valid = try choice("valid")
        question.repeated = try choice("repeated")
        question.after = try number("after", in: 0...Int64.max) ?? 0
        question.limit = try number("limit", in: 1...1000).map(Int.init) ?? question.limit
        return question
    }

    /// The names in a list, at least one: without a name, events of every stream would be meant.
    static func names(in text: String, of parameter: String) throws(WrongParameter) -> [String] {
        let names = text.split { ",|".contains($0) }.map(String.init)
        guard !names.isEmpty else { throw WrongParameter("\(parameter) must name a stream, it is \(text).") }
        return names
    }

    /// How long to wait for a match; `nil` for not at all.
    func patience() throws(WrongParameter) -> Duration? {
        guard let text = query.text("wait") else { return nil }
        let isPlain = text.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
        guard isPlain, let seconds = Double(text), (0...Self.longestWait).contains(seconds) else {
            throw WrongParameter("wait must be a number of seconds from 0 to \(Int(Self.longestWait)), it is \(text).")
        }
        return seconds > 0 ? .seconds(seconds) : nil
    }

    /// Longer than anybody watches a test, and shorter than proxies are patient.
    private static let longestWait = 300.0

    private func choice(_ name: String) throws(WrongParameter) -> Bool? {
        switch query.text(name) {
        case nil: nil
        case "true", "1": true
        case "false", "0": false
        case let other?: throw WrongParameter("\(name) must be true or false, it is \(other).")
        }
    }

    func since() throws(WrongParameter) -> String? {
        guard let text = query.text("since") else { return nil }
        // A plus sign that nobody encoded arrives as a blank.
        let zoned = text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "+")
        guard let instant = UTCInstant(iso8601: zoned) ?? UTCInstant(iso8601: text) else {
            throw WrongParameter("since must be a time such as 2026-01-31T12:00:00Z, it is \(text).")
        }
        let fraction = Double(instant.attoseconds) / 1e18
        return Date(timeIntervalSince1970: Double(instant.seconds) + fraction).intakeTime
    }

    private func number(_ name: String, in range: ClosedRange<Int64>) throws(WrongParameter) -> Int64? {
        guard let text = query.text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let limits =
                range.upperBound == .max
                ? "from \(range.lowerBound) on" : "from \(range.lowerBound) to \(range.upperBound)"
            throw WrongParameter("\(name) must be a whole number \(limits), it is \(text).")
        }
        return number
    }
}

// MARK: - The description

extension QuestionReader {
    static let wait = Endpoint.Parameter(
        name: "wait", place: .query, summary: "How many seconds to wait until something matches.",
        schema: ["type": "number", "minimum": 0, "maximum": 300])
    static let test = Endpoint.Parameter(
        name: "test", place: .query, summary: "Only of requests with this header X-Event-Test.")

    static let parameters: [Endpoint.Parameter] = [
        .init(name: "stream", place: .query, summary: "Only of these streams: names, separated by , or |."),
        .init(name: "id", place: .query, summary: "Only with this meta.id."),
        test,
        .init(
            name: "since", place: .query, summary: "Only what arrived then or later.",
            schema: ["type": "string", "format": "date-time"]),
        .init(
            name: "valid", place: .query, summary: "true: only accepted events; false: only rejected ones.",
            schema: ["type": "boolean"]),
        .init(
            name: "repeated", place: .query, summary: "true: only events whose meta.id arrived more than once.",
            schema: ["type": "boolean"]),
        .init(
            name: "after", place: .query, summary: "Only behind this position: `next` of the page before.",
            schema: ["type": "integer", "minimum": 0]),
        .init(
            name: "limit", place: .query, summary: "How many events at most; 100 unless given.",
            schema: ["type": "integer", "minimum": 1, "maximum": 1000]),
        wait,
    ]
}
