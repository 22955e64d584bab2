package import EventCatalog
package import EventSchema
import EventStreams
import EventSupport

/// The shares of the values of contextual attributes among clients, for curation in a forecast.
///
/// ```json
/// {"performer_is_logged_in": {"true": 0.2, "false": 0.8}, "performer_groups": {"[\"user\"]": 0.1}}
/// ```
///
/// What is missing of 1 is the share of clients without a value. An attribute of the page, such as `page_id`, is drawn
/// for each page view; every other attribute is drawn once for each client.
package struct AttributeShares: Sendable {
    /// The values of one attribute.
    struct Entry: Sendable {
        let attribute: ContextualAttribute
        let values: [JSONValue]
        /// The sum of the shares up to each value.
        let bounds: [Double]

        /// Whether the value belongs to the page, so that it is drawn for each page view.
        var isOfPage: Bool { attribute.path.first == "page" }

        /// The number of the value for a random number from 0 to 1; the number of values where there is no value.
        func index(at number: Double) -> Int { bounds.firstIndex { number < $0 } ?? values.count }
    }

    /// The attributes, ordered by name.
    let entries: [Entry]

    /// No attributes: curation is not counted.
    package static let none = AttributeShares(entries: [])

    private init(entries: [Entry]) { self.entries = entries }

    /// Reads a table: attribute → value → share. The attributes are those of a vocabulary; the platform's by default.
    ///
    /// - Throws: ``ForecastError`` for an unknown attribute, a value that does not fit its type, and shares that are
    ///   not numbers from 0 to 1 or exceed 1 together.
    package init(_ table: JSONObject, _ vocabulary: Vocabulary = .platform) throws(ForecastError) {
        var entries: [Entry] = []
        for (name, shares) in table {
            guard let attribute = vocabulary.attribute(named: name) else {
                let names = vocabulary.attributes.map(\.name)
                throw ForecastError(
                    "“\(name)” is not a contextual attribute. "
                        + (names.suggestion(for: name) ?? "“eventctl project” prints all of them."))
            }
            guard !entries.contains(where: { $0.attribute == attribute }) else {
                throw ForecastError("\(attribute.name) is there twice; keep one of its names")
            }
            entries.append(try Self.entry(attribute, shares))
        }
        self.entries = entries.sorted { $0.attribute.name < $1.attribute.name }
    }

    /// The entry of an attribute; `nil` when the table lacks it.
    func entry(of attribute: ContextualAttribute) -> Entry? { entries.first { $0.attribute == attribute } }

    private static func entry(_ attribute: ContextualAttribute, _ shares: JSONValue) throws(ForecastError) -> Entry {
        let name = attribute.name
        guard let shares = shares.object else {
            throw ForecastError("\(name) must be a map from values to shares, such as {\"true\": 0.2, \"false\": 0.8}")
        }
        var values: [JSONValue] = []
        var bounds: [Double] = []
        for (text, share) in shares {
            if let problem = attribute.type.problem(withText: text) {
                throw ForecastError("\(name): no client has the value “\(text)”: \(problem)")
            }
            guard let value = attribute.type.value(of: text) else {
                throw ForecastError("\(name): “\(text)” is not a value of type \(attribute.type.word)")
            }
            guard let share = share.number?.double, (0...1).contains(share) else {
                throw ForecastError("\(name): the share of “\(text)” must be a number from 0 to 1")
            }
            values.append(value)
            bounds.append((bounds.last ?? 0) + share)
        }
        guard bounds.last ?? 0 <= 1 + 1e-9 else {
            throw ForecastError("\(name): the shares are \((bounds.last ?? 0).plainText) together; the most is 1")
        }
        return Entry(attribute: attribute, values: values, bounds: bounds)
    }
}

extension ContextualAttributeType {
    /// The value that a text in the table stands for; a list is written as JSON.
    fileprivate func value(of text: String) -> JSONValue? {
        let value: JSONValue? =
            switch self {
            case .string, .dateTime: .string(text)
            case .integer, .number: JSONNumber(literal: text).map(JSONValue.number)
            case .boolean: ["true": true, "false": false][text]
            case .stringList: Self.json(text)
            case .any: Self.json(text) ?? .string(text)
            }
        guard let value, !value.isNull, accepts(value) else { return nil }
        return value
    }

    /// Why no value is equal to a text that can be read, as it would pass no rule in silence; `nil` for others.
    fileprivate func problem(withText text: String) -> String? {
        switch self {
        case .string:
            guard let first = text.first, "\"[".contains(first), let value = Self.json(text) else { return nil }
            let example = value.string ?? value.array?.first?.string ?? "…"
            return "it is the JSON of a \(value.string == nil ? "list" : "text"); write the text alone, as “\(example)”"
        case .dateTime:
            return UTCInstant(rfc3339: text) == nil ? "it is not a date-time such as 2026-01-31T12:00:00Z" : nil
        case .stringList:
            let isOfTexts = Self.json(text)?.array?.allSatisfy { $0.string != nil } ?? true
            return isOfTexts ? nil : "the elements of a list are texts, such as [\"user\"]"
        default: return nil
        }
    }

    private static func json(_ text: String) -> JSONValue? {
        switch Result(catching: { () throws(JSONParseError) in try JSONValue(parsing: Array(text.utf8)) }) {
        case .success(let value): value
        case .failure: nil
        }
    }
}
