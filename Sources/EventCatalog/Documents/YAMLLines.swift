/// The lines of a YAML text, numbered from 1.
struct YAMLLines {
    private let lines: [YAMLLine]

    init(_ text: String) { lines = text.sourceLines.map { YAMLLine(scalars: Array($0)) } }

    /// The line of a number; empty behind the end.
    subscript(number: Int) -> YAMLLine {
        lines.indices.contains(number - 1) ? lines[number - 1] : YAMLLine(scalars: [])
    }

    /// The number of the last line before another that is neither blank nor a comment.
    func number(before number: Int) -> Int? {
        lines.prefix(max(0, number - 1)).lastIndex { !$0.isBlank }.map { $0 + 1 }
    }

    /// The last line before another that is neither blank nor a comment.
    func text(before number: Int) -> YAMLLine? { self.number(before: number).map { self[$0] } }
}

/// One line of a YAML text. Columns count from 1.
struct YAMLLine {
    let scalars: [Unicode.Scalar]

    /// The number of spaces in front.
    var indent: Int { scalars.prefix { $0 == " " }.count }

    /// The text without blanks in front.
    private var content: Substring {
        Substring(String(String.UnicodeScalarView(scalars.drop { $0 == " " || $0 == "\t" })))
    }

    var isBlank: Bool { content.isEmpty || content.hasPrefix("#") }

    var isDocumentEnd: Bool { content.hasPrefix("...") }

    var isListEntry: Bool { content == "-" || content.hasPrefix("- ") }

    var isConflictMarker: Bool {
        indent == 0 && ["<<<<<<<", "=======", ">>>>>>>"].contains { content.hasPrefix($0) }
    }

    var columnOfTabInIndentation: Int? {
        scalars.prefix { $0 == " " || $0 == "\t" || $0 == "-" }.firstIndex(of: "\t").map { $0 + 1 }
    }

    /// The column of a space in front of the text that YAML does not count as indentation, such as a no-break space.
    var columnOfOtherSpaceInIndentation: Int? {
        let start = scalars.prefix { $0 == " " || $0 == "-" }.count
        guard scalars.indices.contains(start), scalars[start].isOtherSpace else { return nil }
        return start + 1
    }

    static let otherSpaceProblem =
        "The text begins with a space that YAML does not count as indentation, such as a no-break space."
    static let otherSpaceRemedy = "Delete the spaces in front of the text, and type them again."

    func column(of scalar: Unicode.Scalar) -> Int? { scalars.firstIndex(of: scalar).map { $0 + 1 } }

    /// The character at a column; a space past the end.
    func character(at column: Int) -> Unicode.Scalar {
        scalars.indices.contains(column - 1) ? scalars[column - 1] : " "
    }

    /// Whether a name and a value stand before a column.
    func hasValue(before column: Int) -> Bool { Self.columnOfSeparator(in: scalars.prefix(max(0, column - 1))) != nil }

    /// Whether the line has a name and a value behind it.
    var hasNameAndValue: Bool {
        guard let column = Self.columnOfSeparator(in: scalars[...]) else { return false }
        return scalars.dropFirst(column).contains { $0 != " " }
    }

    /// The column of the colon in `name:value`.
    var columnOfColonWithoutSpace: Int? {
        guard Self.columnOfSeparator(in: scalars[...]) == nil,
            let colon = scalars.firstIndex(of: ":"), scalars.indices.contains(colon + 1)
        else { return nil }
        return colon + 1
    }

    private static func columnOfSeparator(in scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        zip(scalars, scalars.dropFirst()).enumerated().first { $0.element == (":", " ") }.map { $0.offset + 1 }
    }
}

extension Unicode.Scalar {
    /// Whether this is white space that is neither a space nor a tab: to YAML it is part of a text.
    var isOtherSpace: Bool { value > 0x7F && properties.isWhitespace }
}

extension String {
    /// The lines, without their ends: `\n`, or `\r\n`, which is a single character.
    var sourceLines: [Substring.UnicodeScalarView] {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.last == "\r" ? line.dropLast() : line
        }
    }
}
