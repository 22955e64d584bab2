extension SourceText {
    /// The content of the file, with its byte order mark, after edits. Of edits that overlap, the first is made; one
    /// whose text is not at its place is left out.
    package func applying(_ edits: [TextEdit]) -> [UInt8] {
        var result: [UInt8] = hasByteOrderMark ? Self.byteOrderMark : []
        var end = 0
        for edit in edits.sorted(by: { $0.location < $1.location }) {
            guard let line = edit.location.line, let column = edit.location.column,
                let start = lines.offset(line: line, column: column), start >= end,
                bytes[start...].starts(with: edit.text.utf8)
            else { continue }
            result += bytes[end..<start]
            result += edit.replacement.utf8
            end = start + edit.text.utf8.count
        }
        return result + bytes[end...]
    }
}
