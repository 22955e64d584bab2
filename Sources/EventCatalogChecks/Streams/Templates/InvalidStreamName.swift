import EventSchemaTools

/// The error for a name that a new stream cannot have.
public struct InvalidStreamName: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// What is wrong with it, as the rest of a sentence.
    public let reason: String

    /// The name and the reason.
    public var description: String { "The stream name “\(name)” \(reason)." }

    init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }

    /// The error for a name; `nil` for a name that can be used: letters, digits, dots, underscores and hyphens, with a
    /// letter in front, as topics and tables are named after it.
    init?(_ name: String) {
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".unicodeScalars)
        let strange = name.unicodeScalars.first { !allowed.contains($0) }
        guard let reason = Self.reason(name, strange) else { return nil }
        self.init(name: name, reason: reason)
    }

    private static func reason(_ name: String, _ strange: Unicode.Scalar?) -> String? {
        guard let first = name.first else { return "is empty" }
        if first == "/" { return "is a pattern; write an entry for many streams by hand" }
        if let strange {
            return
                "has “\(strange)”; use letters and digits of ASCII, dots, underscores and hyphens, such as app.search"
        }
        if let problem = StreamNameForm.problem(with: name) { return problem }
        if !first.isLetter { return "does not begin with a letter" }
        if name.count > maximumLength {
            return "has more than \(maximumLength) characters, so that no topic can have it"
        }
        if name.hasPrefix("eventlogging_") { return "begins with eventlogging_, which is reserved for legacy streams" }
        if let letter = CapitalLetter.first(in: name) {
            return "has the capital letter “\(letter)”; names are in lower case, such as app.search_open"
        }
        return nil
    }

    /// The longest name of a topic is 249 characters, with the prefix of the data centre.
    private static let maximumLength = 240
}
