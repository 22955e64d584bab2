import EventSupport

extension SourceLines {
    /// What a line is about in a text that is not known to be a tree of items: the lines around it, from the outermost,
    /// and the line itself, without blanks. Around a line are those above it that are indented less.
    package func item(ofLine number: Int) -> [String] {
        guard let line = self[number] else { return [] }
        var item = [line]
        var column = Self.indent(of: line) ?? 0
        for above in (1..<number).reversed() where column > 0 {
            guard let text = self[above], let indent = Self.indent(of: text), indent < column else { continue }
            item.insert(text, at: 0)
            column = indent
        }
        return item.map { String($0[...].trimmed.prefix(80)) }
    }

    /// The number of blanks in front of the content; `nil` for comments and empty lines, which are around nothing.
    private static func indent(of line: String) -> Int? {
        let content = line.drop(while: \.isWhitespace)
        return content.first.flatMap { $0 == "#" ? nil : line.count - content.count }
    }
}

extension TextPosition {
    /// The location in a text that has no items, or is not known to have any.
    package func location(in text: SourceText) -> SourceLocation {
        location(in: text.file, item: text.lines.item(ofLine: line))
    }
}
