import EventSchema

extension SourceDocument {
    /// The edit that removes a member of a YAML map whose value is a number, a boolean or one word on the line of its
    /// name: with its line, if nothing else is there, otherwise with one comma beside it.
    ///
    /// - Returns: nothing for other members, beside a comment, and in a file that may have anchors: an alias would lose
    ///   the member as well.
    package func edits(removing path: [String]) -> [TextEdit] {
        guard SourceText.isYAML(file), !mayHaveAnchors, existing(path) == path, let name = path.last,
            let word = value.word(at: path), let content = content(at: path)
        else { return [] }
        let (head, rest, place) = content
        let member = Array("\(name): \(word)".unicodeScalars)
        guard rest.starts(with: member) else { return [] }
        return edit(removing: rest.prefix(member.count), between: head, rest.dropFirst(member.count), at: place)
    }

    /// What is before and behind the beginning of a member in its line.
    private func content(
        at path: [String]
    ) -> (head: [Unicode.Scalar], rest: ArraySlice<Unicode.Scalar>, place: (line: Int, column: Int))? {
        let location = location(at: path)
        guard let line = location.line, let column = location.column, let text = lines[line] else { return nil }
        let scalars = Array(text.unicodeScalars)
        guard column <= scalars.count else { return nil }
        return (Array(scalars[..<(column - 1)]), scalars[(column - 1)...], (line, column))
    }

    private func edit(
        removing member: ArraySlice<Unicode.Scalar>, between head: [Unicode.Scalar],
        _ tail: ArraySlice<Unicode.Scalar>, at place: (line: Int, column: Int)
    ) -> [TextEdit] {
        func edit(_ column: Int, _ text: some Sequence<Unicode.Scalar>) -> [TextEdit] {
            [
                TextEdit(
                    location: SourceLocation(file: file, line: place.line, column: column),
                    text: String(String.UnicodeScalarView(text)), replacement: "")
            ]
        }
        let blanks = tail.prefix { $0 == " " }
        let behind = tail.dropFirst(blanks.count)
        let isFirst = head.allSatisfy { $0 == " " }
        if isFirst, behind.isEmpty || Array(behind) == [","] { return wholeLine(place.line) }
        if behind.first == "," {
            let gap = behind.dropFirst().prefix { $0 == " " }
            return edit(place.column, member + blanks + [","] + gap)
        }
        guard behind.first == "}", let comma = head.lastIndex(where: { $0 != " " }), head[comma] == "," else {
            return []
        }
        return edit(comma + 1, head[comma...] + member)
    }

    private func wholeLine(_ line: Int) -> [TextEdit] {
        guard let range = lines.range(of: line) else { return [] }
        let end = lines.range(of: line + 1)?.lowerBound ?? bytes.count
        let text = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
        return [TextEdit(location: SourceLocation(file: file, line: line, column: 1), text: text, replacement: "")]
    }
}

extension JSONValue {
    /// The value at a path as YAML has it without quotes; `nil` for anything but numbers, booleans and words.
    fileprivate func word(at path: [String]) -> String? {
        switch path.reduce(JSONValue?.some(self), { $0?.element(named: $1) }) {
        case .number(let number): number.literal
        case .bool(let bool): "\(bool)"
        case .string(let text): text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) == nil ? nil : text
        default: nil
        }
    }
}
