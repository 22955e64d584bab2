import EventCatalog
import EventSchema
import GRDB

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
