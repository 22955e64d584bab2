import EventSchema

extension JSONValue {
    /// The value for a sentence: a string as it is, a list of scalars with commas, everything else as JSON. Long values
    /// are cut.
    package var words: String {
        let text =
            switch self {
            case .string(let text) where !text.isEmpty: text
            case .array(let elements) where !elements.isEmpty && elements.allSatisfy(\.isScalar):
                elements.map(\.words).joined(separator: ", ")
            default: jsonText
            }
        return text.count > 120 ? "\(text.prefix(100))… (\(text.count) characters)" : text
    }

    private var isScalar: Bool { array == nil && object == nil }
}

extension [String] {
    /// The names as a JSON pointer; the empty text for no names.
    package var jsonPointer: String { map { "/" + JSONPointer.escape($0) }.joined() }
}
