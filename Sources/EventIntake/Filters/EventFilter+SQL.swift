import EventCatalog
import EventSchema
import GRDB

extension EventFilter {
    /// Whether a term asks for the streams of the intake's own error events.
    var namesErrorEvents: Bool {
        terms.contains { !$0.isNegated && $0.column == .stream && $0.value.plain.contains(ErrorEventFactory.streamEnd) }
    }

    /// A condition for each term.
    ///
    /// - Parameter isRejected: whether the table has rejected events.
    /// - Returns: the conditions; ``arguments`` are the values of their parameters.
    func conditions(isRejected: Bool) -> [String] {
        terms.enumerated().map { number, term in
            let condition = term.condition("\(number)", isRejected: isRejected)
            return term.isNegated ? "NOT coalesce(\(condition), 0)" : condition
        }
    }

    /// The values of the parameters in ``conditions(isRejected:)``.
    var arguments: [String: any DatabaseValueConvertible] {
        var arguments: [String: any DatabaseValueConvertible] = [:]
        for (number, term) in terms.enumerated() {
            if let value = term.bound { arguments["value\(number)"] = value }
            guard let field = term.field, term.column == nil else { continue }
            if term.comparison == nil { arguments["field\(number)"] = field }
            if term.readsNumbers { arguments["path\(number)"] = term.path(of: field) }
        }
        return arguments
    }
}

extension EventFilter.Term {
    fileprivate var column: EventFilter.Column? { field.flatMap { EventFilter.Column(rawValue: $0) } }

    fileprivate func condition(_ number: String, isRejected: Bool) -> String {
        let reason = isRejected ? "context" : "NULL"
        guard field != nil else {
            return "(body LIKE :value\(number) ESCAPE '\\' OR coalesce(\(reason), '') LIKE :value\(number) ESCAPE '\\')"
        }
        switch column {
        case .stream: return matching("stream", number)
        case .schema: return matching("schema", number)
        case .id: return matching("id", number)
        case .test: return matching("test", number)
        case .status: return matching(isRejected ? "status" : "'accepted'", number)
        case .valid: return matching(isRejected ? "'false'" : "'true'", number)
        case .reason: return value.isAny ? "\(reason) IS NOT NULL" : "\(reason) LIKE :value\(number) ESCAPE '\\'"
        case nil: return inEvent(number)
        }
    }

    /// A condition on a value in the event: on the text that stands there, or on the number as SQLite reads it, whose
    /// text for `1E2` is `100.0`. SQLite refuses to read events that are nested deeper than its limit.
    private func inEvent(_ number: String) -> String {
        let text = comparison == nil ? matching("event_text(body, :field\(number))", number) : nil
        guard readsNumbers else { return text ?? "0" }
        let read = "json_extract(body, :path\(number))"
        let condition =
            comparison.map { "\(read) \($0.sign) :value\(number)" } ?? matching("CAST(\(read) AS TEXT)", number)
        let asNumber = """
            CASE WHEN json_valid(body)
                THEN json_type(body, :path\(number)) IN ('integer', 'real') AND \(condition) ELSE 0 END
            """
        return text.map { "(\($0) OR \(asNumber))" } ?? asNumber
    }

    private func matching(_ text: String, _ number: String) -> String {
        if value.isAny { return "\(text) IS NOT NULL" }
        return value.parts.count > 1 ? "\(text) GLOB :value\(number)" : "\(text) = :value\(number)"
    }

    /// Whether a value in the event is also read as a number: for a comparison, or a text that a number can have.
    fileprivate var readsNumbers: Bool {
        comparison != nil || (!value.isAny && value.plain.allSatisfy { "0123456789+-.eInf*".contains($0) })
    }

    /// What is compared with; `nil` for any value.
    fileprivate var bound: (any DatabaseValueConvertible)? {
        if let comparison {
            if let integer = comparison.integer { return integer }
            return comparison.number
        }
        guard field != nil else { return Self.like(value.plain) }
        if value.isAny { return nil }
        if column == .reason { return Self.like(value.plain) }
        guard value.parts.count > 1 else { return value.plain }
        return value.parts.map(Self.glob).joined(separator: "*")
    }

    /// A pattern of `GLOB` for a text itself.
    private static func glob(_ text: String) -> String {
        text.unicodeScalars.map { ["*", "?", "["].contains($0) ? "[\($0)]" : String($0) }.joined()
    }

    /// A pattern of `LIKE` for bodies that contain a text, written as in JSON.
    private static func like(_ text: String) -> String {
        let written = JSONValue.string(text).jsonText.unicodeScalars.dropFirst().dropLast()
        return "%" + written.map { ["%", "_", "\\"].contains($0) ? "\\\($0)" : String($0) }.joined() + "%"
    }

    /// The path of a field of the event, in SQLite's syntax.
    fileprivate func path(of field: String) -> String {
        let names = field.split(separator: ".", omittingEmptySubsequences: false)
        return "$" + names.map { ".\"\($0)\"" }.joined()
    }
}
