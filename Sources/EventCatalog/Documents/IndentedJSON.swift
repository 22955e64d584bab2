package import EventSchema

/// JSON for people and for version control: a member or element to a line.
package enum IndentedJSON {
    /// Where the elements of a list are that has neither lists nor objects.
    package enum ScalarLists {
        case onOneLine
        /// As `JSON.stringify(value, null, 2)` writes them.
        case oneToALine
    }

    /// The text of a value, which ends with a line end.
    package static func text(of value: JSONValue) -> String { text(of: value, .onOneLine) + "\n" }

    /// The text of a value, without a line end.
    package static func text(of value: JSONValue, _ scalarLists: ScalarLists, indent: String = "") -> String {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { name, member in
                "\(inner)\(JSONValue.string(name).jsonText): \(text(of: member, scalarLists, indent: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .array(let elements) where !elements.isEmpty && (scalarLists == .oneToALine || elements.haveParts):
            let lines = elements.map { inner + text(of: $0, scalarLists, indent: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        default: return value.jsonText
        }
    }
}

extension [JSONValue] {
    /// Whether an element is a list or an object.
    fileprivate var haveParts: Bool { contains { $0.object != nil || $0.array != nil } }
}
