import EventSupport

/// Regular expressions and texts for them, put together at random.
enum ExpressionSamples {
    /// A row of tokens, which often is an expression and often is not quite one.
    static func expression(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...9, using: &random)
        return (0..<count).map { _ in tokens[Int.random(in: tokens.indices, using: &random)] }.joined()
    }

    static func text(_ random: inout SeededGenerator) -> String {
        let letters = Array("aaabbc1_- \n{},é🐲pLk<>A\u{1}\u{2028}".unicodeScalars)
        let count = Int.random(in: 0...9, using: &random)
        let scalars = (0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
        return String(String.UnicodeScalarView(scalars))
    }

    /// No group captures: what is refused for its back-references is another matter.
    private static let tokens = [
        "a", "b", "c", "a", "b", ".", "^", "$", "|", "(?:", "(?:", ")", ")", "(?=", "(?!", "(?<=", "(?<!", "*", "+",
        "?", "*?",
        "{1,2}", "{2}", "{2,}", "{,2}", "{", "}", "]", "[ab]", "[^a]", "[a-c]", "[\\d-]", "[\\w-a]", "[^\\s]", "[]",
        "[^]", "[", "-",
        "\\b", "\\B", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\n", "\\cA", "\\c", "\\x61", "\\x6", "\\u0062",
        "\\u{2}", "\\0",
        "\\-", "\\k", "\\p{L}", "\\e", "\\", "é", "🐲", "[🐲]", "\\8", "\\101", "[\\b]", "[\\c_]", "(?", "(?a", "\\{",
        "[b-a]", "{2,1}",
    ]
}
