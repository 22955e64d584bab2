import Testing

@testable import EventCatalogChecks

@Suite struct SourceExcerptTests {
    /// A line, a column, the text that is shown and what is in front of the caret.
    @Test(arguments: [
        ("a: b", 1, "a: b", ""), ("a: b", 4, "a: b", "   "), ("a: b", 5, "a: b", "    "), ("a: b", 40, "a: b", "    "),
        ("", 1, "", ""), ("\ta:\tb", 5, "\ta:\tb", "\t  \t"), ("日本: b", 5, "日本: b", "      "),
        ("🐟: b", 4, "🐟: b", "    "), ("e\u{301}: b", 5, "e\u{301}: b", "   "), ("a\u{200D}b", 3, "a\u{200D}b", " "),
        ("\u{1B}[31m", 2, "\\u{1b}[31m", "      "), ("\u{202E}x", 2, "\\u{202e}x", "        "),
        ("\u{0}\u{85}x", 3, "\\u{0}\\u{85}x", "           "),
    ])
    func `the caret stands below the column`(line: String, column: Int, text: String, indent: String) {
        let excerpt = SourceExcerpt(line, column: column)
        #expect(excerpt.text == text)
        #expect(excerpt.indent == indent)
    }

    @Test(arguments: [1, 30, 60, 61, 62, 150, 299, 300, 301])
    func `a long line is cut around the column`(column: Int) {
        let line = String(repeating: "abcdefghij", count: 30)
        let excerpt = SourceExcerpt(line, column: column)
        #expect(excerpt.text.count <= SourceExcerpt.maximumWidth)
        #expect(excerpt.text.hasPrefix("…") == (column > 61))
        #expect(excerpt.text.hasSuffix("…") == (column < 263))
        let marked = Array(excerpt.text + " ")[excerpt.indent.count]
        #expect(marked == Array(line + " ")[column - 1])
    }

    @Test func `a long line of wide characters is cut by its width`() {
        let excerpt = SourceExcerpt(String(repeating: "日", count: 100), column: 50)
        #expect(excerpt.indent.count == 61)
        #expect(excerpt.text.unicodeScalars.reduce(0) { $0 + $1.width } <= SourceExcerpt.maximumWidth)
    }
}
