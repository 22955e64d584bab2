extension SourceDocument {
    /// The edit that replaces a text on the line of a location, at its column or behind it.
    ///
    /// - Returns: nothing when the line does not have the text there, such as one that is written with escapes.
    package func edits(replacing text: String, with replacement: String, at location: SourceLocation) -> [TextEdit] {
        guard let line = location.line, let column = location.column, let content = lines[line] else { return [] }
        let scalars = Array(content.unicodeScalars)
        let start = scalars.indices.dropFirst(column - 1).first { scalars[$0...].starts(with: text.unicodeScalars) }
        guard let start, !text.isEmpty else { return [] }
        let place = SourceLocation(file: location.file, line: line, column: start + 1)
        return [TextEdit(location: place, text: text, replacement: replacement)]
    }
}
