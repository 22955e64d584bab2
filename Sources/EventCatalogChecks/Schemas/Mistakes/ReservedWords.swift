/// The words that names of columns and of variables cannot be without quotes.
enum ReservedWords {
    /// The language that reserves a word, or both; `nil` for other words.
    static func language(of word: String) -> String? {
        let isOfSQL = sql.contains(word.lowercased())
        guard swift.contains(word) else { return isOfSQL ? "SQL" : nil }
        return isOfSQL ? "SQL and Swift" : "Swift"
    }

    /// What is reserved by the SQL standard and by nearly all engines. “on” and “null” have a rule of their own.
    private static let sql = words(
        """
        all alter and as between by case cast create cross delete desc distinct drop else end except exists for from
        full grant group having in inner insert intersect into is join left like limit not of or order outer over
        partition right rows select set table then to union unique update using values when where window with
        """)

    /// What is reserved everywhere in Swift. Words for literals have a rule of their own.
    private static let swift = words(
        """
        any as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough
        fileprivate for func guard if import in init inout internal is let operator private precedencegroup protocol
        public repeat rethrows return self static struct subscript super switch throw throws try typealias var where
        while
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
