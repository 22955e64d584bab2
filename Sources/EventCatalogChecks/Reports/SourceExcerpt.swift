import EventCatalog

/// The part of a line around a column, with a line below it that has a caret under the column.
struct SourceExcerpt {
    /// The text, at most ``maximumWidth`` columns wide; where it was cut is an ellipsis.
    let text: String
    /// The blanks and tabs in front of the caret.
    let indent: String

    /// The widest excerpt, in columns of a terminal.
    static let maximumWidth = 100
    /// The maximum number of columns of a long line that are kept in front of the caret.
    private static let maximumLeadingWidth = 60

    /// - Parameters:
    ///   - line: the line without its end.
    ///   - column: the column, counted in Unicode scalars from 1.
    init(_ line: String, column: Int) {
        if line.utf8.count <= Self.maximumWidth, line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            text = line
            indent = String(repeating: " ", count: min(max(0, column - 1), line.utf8.count))
            return
        }
        let scalars = Array(line.unicodeScalars)
        let mark = min(max(0, column - 1), scalars.count)
        var (start, width) = (mark, 0)
        let isLong = scalars.reduce(0) { $0 + $1.width } > Self.maximumWidth
        while start > 0, !isLong || width + scalars[start - 1].width <= Self.maximumLeadingWidth {
            start -= 1
            width += scalars[start].width
        }
        var end = mark
        while end < scalars.count, !isLong || width + scalars[end].width <= Self.maximumWidth - 2 {
            width += scalars[end].width
            end += 1
        }
        let (head, tail) = (start > 0 ? "…" : "", end < scalars.count ? "…" : "")
        text = head + scalars[start..<end].map(\.shown).joined() + tail
        indent =
            head.map { _ in " " }.joined()
            + scalars[start..<mark].map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.width) }.joined()
    }
}
