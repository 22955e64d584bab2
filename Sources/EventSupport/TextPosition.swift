/// A line and a column in a text, both counted from 1; columns count Unicode scalars.
package struct TextPosition: Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of a byte.
    package init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // A scalar has exactly one byte that is not a continuation byte.
        column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    }
}
