public import EventSchema

/// The kind of value a contextual attribute has.
public enum ContextualAttributeType: String, Sendable, Hashable, CaseIterable {
    /// A text.
    case string
    /// A whole number.
    case integer
    /// Any number.
    case number
    /// True or false.
    case boolean
    /// A list of texts.
    case stringList
    /// An RFC 3339 date-time text, compared as the instant it names.
    case dateTime
    /// A value of any kind, of an app's own attribute that is known by its name alone.
    case any
}

extension ContextualAttributeType {
    /// Whether a value is of this kind; null is of every kind.
    public func accepts(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.any, _), (_, .null), (.string, .string), (.number, .number), (.boolean, .bool): true
        case (.integer, .number(let number)): number.int64 != nil
        case (.stringList, .array(let elements)): elements.allSatisfy { $0.string != nil }
        case (.dateTime, .string(let text)): UTCInstant(rfc3339: text) != nil
        default: false
        }
    }
}

extension ContextualAttributeType {
    /// The words for types in a file of a project.
    package static let words: [(word: String, type: ContextualAttributeType)] = [
        ("string", .string), ("integer", .integer), ("number", .number), ("boolean", .boolean), ("list", .stringList),
        ("date_time", .dateTime),
    ]

    /// The type of a word; `nil` for any other text.
    package init?(word: String) {
        guard let type = Self.words.first(where: { $0.word == word })?.type else { return nil }
        self = type
    }

    /// The word for the type, in a file of a project and in messages; no file has the one for values of any kind.
    package var word: String { Self.words.first { $0.type == self }?.word ?? rawValue }
}

/// The source of a contextual attribute's value.
public enum ContextualAttributeSource: String, Sendable, Hashable, CaseIterable {
    /// The client library, from the system it runs on or its configuration.
    case platform
    /// The install id that the client library keeps.
    case installation
    /// The session that the client library keeps.
    case session
    /// The page view that the client library keeps.
    case pageview
    /// The application, which pushes the value.
    case application
}
