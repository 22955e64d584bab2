import EventSchema
import GRDB

/// A filter in the query language of `GET /events?q=`: texts that an event contains, and fields with their values.
///
/// ```text
/// checkout "two words"              the event, or the reason of its rejection, contains both texts
/// stream:app.* -action:click        a field has a value, * stands for any characters; - negates a term
/// action_context:* position:>=3     a field is present; a number is compared
/// ```
///
/// The fields ``Column`` are those of a received event. Others are paths in the event itself, such as `meta.domain`.
struct EventFilter: Sendable, Hashable {
    /// One part of a filter. An event satisfies a filter when it satisfies every term.
    struct Term: Sendable, Hashable {
        let isNegated: Bool
        /// The field; `nil` for a text that the event contains.
        let field: String?
        let value: String
    }

    /// A field of a received event beside the event itself.
    enum Column: String, CaseIterable {
        case stream, schema, id, test, status, valid, reason
    }

    let terms: [Term]

    /// A filter that every event satisfies.
    init() { terms = [] }

    /// Reads a filter.
    init(parsing text: String) throws(InvalidParameter) {
        var terms: [Term] = []
        var rest = Substring(text)
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard !rest.isEmpty else { break }
            terms.append(try Term(parsing: &rest))
        }
        guard terms.count <= Self.maximumTerms else {
            throw InvalidParameter("q has \(terms.count) terms; it may have \(Self.maximumTerms).")
        }
        self.terms = terms
    }

    /// SQLite limits the depth of an expression.
    private static let maximumTerms = 50
}

extension EventFilter.Term {
    /// Reads the term at the start of a text that is not empty, and removes it from the text.
    fileprivate init(parsing text: inout Substring) throws(InvalidParameter) {
        let written = text.prefix { !$0.isWhitespace }
        isNegated = text.first == "-"
        if isNegated { text.removeFirst() }
        let first = try Self.word(&text, untilColon: true)
        if text.first == ":" {
            text.removeFirst()
            (field, value) = (first, try Self.word(&text, untilColon: false))
        } else {
            (field, value) = (nil, first)
        }
        guard !value.isEmpty, field?.isEmpty != true else {
            throw InvalidParameter("q: \(written) is no term. Write a text, field:value, or field:* for any value.")
        }
        try check()
    }

    /// Refuses what could match nothing.
    private func check() throws(InvalidParameter) {
        guard let field else { return }
        guard !field.contains("\"") else { throw InvalidParameter("q: a field must not contain quotation marks.") }
        let known: [String]
        switch EventFilter.Column(rawValue: field) {
        case .status: known = ["accepted", "invalid", "error"]
        case .valid: known = ["true", "false"]
        default: return
        }
        guard known.contains(value) else {
            throw InvalidParameter("q: \(field) must be \(known.joined(separator: " or ")), it is \(value).")
        }
    }

    /// A word up to white space, or also a colon, outside of quotation marks. Between these a backslash stands before a
    /// quotation mark or a backslash.
    private static func word(_ text: inout Substring, untilColon: Bool) throws(InvalidParameter) -> String {
        var word = ""
        var isQuoted = false
        while let next = text.first, isQuoted || !(next.isWhitespace || (untilColon && next == ":")) {
            text.removeFirst()
            switch next {
            case "\"": isQuoted.toggle()
            case "\\" where isQuoted && !text.isEmpty: word.append(text.removeFirst())
            default: word.append(next)
            }
        }
        guard !isQuoted else { throw InvalidParameter("q: a quotation mark is missing at the end of \"\(word).") }
        return word
    }
}

// MARK: - SQL

extension EventFilter {
    /// A condition for each term.
    ///
    /// - Parameter isRejected: whether the table has rejected events.
    /// - Returns: the conditions; ``arguments`` are the values of their parameters.
    func conditions(isRejected: Bool) -> [String] {
        terms.enumerated().map { number, term in
            let condition = term.condition("value\(number)", "path\(number)", isRejected: isRejected)
            return term.isNegated ? "NOT coalesce(\(condition), 0)" : condition
        }
    }

    /// The values of the parameters in ``conditions(isRejected:)``.
    var arguments: [String: any DatabaseValueConvertible] {
        var arguments: [String: any DatabaseValueConvertible] = [:]
        for (number, term) in terms.enumerated() {
            if let comparison = term.comparison {
                arguments["value\(number)"] = comparison.number
            } else if let pattern = term.pattern {
                arguments["value\(number)"] = pattern
            }
            if let path = term.path { arguments["path\(number)"] = path }
        }
        return arguments
    }
}

extension EventFilter.Term {
    private var column: EventFilter.Column? { field.flatMap { EventFilter.Column(rawValue: $0) } }

    fileprivate func condition(_ value: String, _ path: String, isRejected: Bool) -> String {
        let reason = isRejected ? "context" : "NULL"
        guard field != nil else {
            return "(body LIKE :\(value) ESCAPE '\\' OR coalesce(\(reason), '') LIKE :\(value) ESCAPE '\\')"
        }
        switch column {
        case .stream: return matching("stream", value)
        case .schema: return matching("schema", value)
        case .id: return matching("id", value)
        case .test: return matching("test", value)
        case .status: return matching(isRejected ? "status" : "'accepted'", value)
        case .valid: return matching(isRejected ? "'false'" : "'true'", value)
        case .reason: return self.value == "*" ? "\(reason) IS NOT NULL" : "\(reason) LIKE :\(value) ESCAPE '\\'"
        case nil: return inEvent(value, path)
        }
    }

    /// A condition on a value in the event. SQLite refuses to read events that are nested deeper than its limit.
    private func inEvent(_ value: String, _ path: String) -> String {
        let extracted = "json_extract(body, :\(path))"
        let type = "json_type(body, :\(path))"
        let condition: String
        if let comparison {
            condition = "\(type) IN ('integer', 'real') AND \(extracted) \(comparison.sign) :\(value)"
        } else {
            let text =
                "CASE \(type) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'null' THEN 'null' "
                + "ELSE CAST(\(extracted) AS TEXT) END"
            condition = matching("(\(text))", value)
        }
        return "CASE WHEN json_valid(body) THEN \(condition) ELSE 0 END"
    }

    private func matching(_ text: String, _ value: String) -> String {
        if self.value == "*" { return "\(text) IS NOT NULL" }
        return self.value.contains("*") ? "\(text) GLOB :\(value)" : "\(text) = :\(value)"
    }

    /// A comparison with a number; `nil` when the value is a text or a pattern.
    fileprivate var comparison: (sign: String, number: Double)? {
        guard field != nil, column == nil, let sign = [">=", "<=", ">", "<"].first(where: value.hasPrefix) else {
            return nil
        }
        return Double(value.dropFirst(sign.count)).map { (sign, $0) }
    }

    /// The text that is bound; `nil` for any value.
    fileprivate var pattern: String? {
        guard field != nil else { return Self.like(value) }
        if value == "*" { return nil }
        if column == .reason { return Self.like(value) }
        guard value.contains("*") else { return value }
        return value.map { "?[".contains($0) ? "[\($0)]" : String($0) }.joined()
    }

    /// A pattern of `LIKE` for bodies that contain a text, written as in JSON.
    private static func like(_ text: String) -> String {
        let written = JSONValue.string(text).jsonText.dropFirst().dropLast()
        return "%" + written.map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "%"
    }

    /// The path of a field of the event, in SQLite's syntax.
    fileprivate var path: String? {
        guard let field, column == nil else { return nil }
        let names = field.split(separator: ".", omittingEmptySubsequences: false)
        return "$" + names.map { ".\"\($0)\"" }.joined()
    }
}
