import EventCatalog
import EventSchema

/// The text of a materialized schema, as jsonschema-tools writes it.
enum MaterializedText {
    /// The text in a form of `SchemaToolsSettings.contentTypes`.
    static func bytes(of schema: JSONValue, contentType: String) -> [UInt8] {
        let schema = SchemaKeyOrder.sorted(schema)
        // js-yaml ends its text with a line end, JSON.stringify does not.
        let text =
            contentType == "json"
            ? IndentedJSON.text(of: schema.withWrittenNumbers, .oneToALine) : MaterializedYAML.text(of: schema)
        return Array(text.utf8)
    }
}

extension JSONValue {
    /// The value as readers of the text find it: a number that a double does not hold is the nearest that it holds.
    var withWrittenNumbers: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withWrittenNumbers))
        case .object(let members):
            .object(JSONObject(members.map { ($0.name, $0.value.withWrittenNumbers) }))
        case .number(let number): JSONNumber(literal: number.javaScriptText).map { .number($0) } ?? self
        default: self
        }
    }
}

extension JSONNumber {
    /// The number as JavaScript prints it: the nearest double, without exponent below 1e21.
    var javaScriptText: String {
        if let whole = int64, whole.magnitude <= 1 << 53 { return String(whole) }
        let double = double
        guard double.isFinite else { return literal }
        if double.rounded() == double, abs(double) < 1e21 { return Self.padded(double) }
        let text = double.description
        guard let mark = text.firstIndex(of: "e") else { return text }
        let exponent = text[text.index(after: mark)...]
        let digits = text[..<mark].hasSuffix(".0") ? text[..<mark].dropLast(2) : text[..<mark]
        return "\(digits)e\(exponent.hasPrefix("-") ? "" : "+")\(Self.withoutZeros(exponent))"
    }

    /// The shortest digits of a whole number, with zeros for those that a double does not hold.
    private static func padded(_ double: Double) -> String {
        let text = abs(double).description
        let mark = text.firstIndex(of: "e") ?? text.endIndex
        let exponent = mark == text.endIndex ? nil : Int(text[text.index(after: mark)...].drop { $0 == "+" })
        var digits = text[..<mark].filter { $0 != "." }
        let whole = text[..<mark].prefix { $0 != "." }.count + (exponent ?? 0)
        digits = String(digits.prefix(whole))
        let zeros = String(repeating: "0", count: max(0, whole - digits.count))
        return (double < 0 ? "-" : "") + digits + zeros
    }

    private static func withoutZeros(_ exponent: some StringProtocol) -> String {
        let sign = exponent.hasPrefix("-") ? "-" : ""
        return sign + exponent.drop { "+-".contains($0) }.drop { $0 == "0" }
    }
}
