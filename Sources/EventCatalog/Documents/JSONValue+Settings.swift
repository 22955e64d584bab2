import EventSchema

extension JSONValue {
    /// The value in words, for a message: its type, and the value itself when it is short.
    package var spelling: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let number): "the number \(number)"
        case .string(let text): text.utf8.count <= 64 ? "the text “\(text)”" : "a text"
        case .array: "a list"
        case .object: "a map"
        }
    }
}

extension JSONValue? {
    /// Whether there is a value, and it is not null.
    package var isSet: Bool { map { !$0.isNull } ?? false }
}

extension JSONValue {
    /// What the element of a list is known by, since its number changes when another is added above: its text, or the
    /// first of these members.
    private static let naming = ["name", "namespace", "$ref"]

    /// A path of names and numbers, with what elements of lists are known by in place of their numbers.
    package func item(at path: [String]) -> [String] {
        var value: JSONValue? = self
        return path.map { name in
            let isElement = value?.array != nil
            value = value?.element(named: name)
            return isElement ? value?.elementName ?? name : name
        }
    }

    private var elementName: String? {
        string ?? number?.literal ?? Self.naming.lazy.compactMap { self[$0]?.string }.first
    }
}
