/// A format that is asserted.
final class Format: Sendable {
    enum Test: Sendable {
        /// Reads a text in UTF-8, for which no string has to be made.
        case bytes(@Sendable (Span<UInt8>) -> Bool)
        case text(@Sendable (String) -> Bool)
        case pattern(Pattern)
    }

    let name: String
    private let test: Test
    /// How many steps the longest test takes for each byte: that of `regex`.
    static let steps = 16

    init(_ name: String, _ test: Test) {
        self.name = name
        self.test = test
    }

    /// Whether the text is in this format.
    func matches(_ text: String) -> Bool {
        switch test {
        case .bytes(let test): text.withUTF8Bytes { test($0.span) }
        case .text(let test): test(text)
        case .pattern(let pattern): pattern.matches(text)
        }
    }

    /// Whether a text in UTF-8 is in this format.
    func matches(_ text: Span<UInt8>) -> Bool {
        switch test {
        case .bytes(let test): test(text)
        case .text(let test): test(String(text))
        case .pattern(let pattern): pattern.matches(text)
        }
    }
}
