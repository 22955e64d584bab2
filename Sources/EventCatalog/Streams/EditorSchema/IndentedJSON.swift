package import EventSchema

/// JSON for people and for version control: a member or element to a line.
package enum IndentedJSON {
    /// The text of a value, which ends with a line end.
    package static func text(of value: JSONValue) -> String { text(of: value, indent: "") + "\n" }

    private static func text(of value: JSONValue, indent: String) -> String {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { name, member in
                "\(inner)\(JSONValue.string(name).jsonText): \(text(of: member, indent: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .array(let elements) where elements.contains { $0.object != nil || $0.array != nil }:
            let lines = elements.map { inner + text(of: $0, indent: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        default: return value.jsonText
        }
    }
}
