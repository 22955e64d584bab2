/// A format that is asserted.
final class Format: Sendable {
    let name: String
    private let test: @Sendable (String) -> Bool
    /// The expression that is the format, if one is.
    private let pattern: Pattern?

    init(_ name: String, _ test: @escaping @Sendable (String) -> Bool) {
        self.name = name
        self.test = test
        pattern = nil
    }

    init(_ name: String, _ pattern: Pattern) {
        self.name = name
        self.pattern = pattern
        test = { pattern.matches($0) }
    }

    /// Whether the text is in this format.
    func matches(_ text: String) -> Bool { test(text) }

    /// Whether a text in UTF-8 is in this format.
    func matches(_ text: Span<UInt8>) -> Bool { pattern?.matches(text) ?? test(String(text)) }
}
