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
