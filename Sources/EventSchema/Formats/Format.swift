/// A format that is asserted.
final class Format: Sendable {
    let name: String
    private let test: @Sendable (String) -> Bool

    init(_ name: String, _ test: @escaping @Sendable (String) -> Bool) {
        self.name = name
        self.test = test
    }

    /// Whether the text is in this format.
    func matches(_ text: String) -> Bool { test(text) }
}
