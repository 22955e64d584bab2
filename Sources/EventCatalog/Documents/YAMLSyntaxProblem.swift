import EventSupport
import Yams

/// What is wrong with a text that is not YAML, without the terms of the parser.
struct YAMLSyntaxProblem {
    let position: TextPosition
    let problem: String
    let remedy: String

    private init(_ position: TextPosition, _ problem: String, _ remedy: String) {
        (self.position, self.problem, self.remedy) = (position, problem, remedy)
    }

    /// - Parameters:
    ///   - parserProblem: the parser's words for the problem.
    ///   - mark: where the parser noticed it.
    ///   - context: where the value, or the name, begins that the parser was reading.
    ///   - text: the whole text.
    init(_ parserProblem: String, at mark: TextPosition, in context: TextPosition?, of text: String) {
        let lines = YAMLLines(text)
        let found = Self.onAnyLine(lines, mark, context) ?? Self.named(parserProblem, lines, mark, context)
        self = found ?? Self(mark, "Not YAML: \(parserProblem).", "Correct the text at this place, or just before it.")
    }

    // MARK: - By the text of the line

    private static func onAnyLine(
        _ lines: YAMLLines, _ mark: TextPosition, _ context: TextPosition?
    ) -> YAMLSyntaxProblem? {
        // The parser notices a line that begins in a wrong column, or has a name in it, at the line below.
        let numbers = [mark.line, lines.number(before: mark.line), context?.line].compactMap(\.self)
        for number in numbers {
            if let column = lines[number].columnOfOtherSpaceInIndentation {
                return Self(
                    TextPosition(line: number, column: column), YAMLLine.otherSpaceProblem, YAMLLine.otherSpaceRemedy)
            }
        }
        for number in [mark.line, context?.line].compactMap(\.self) {
            let line = lines[number]
            if let column = line.columnOfTabInIndentation {
                return Self(
                    TextPosition(line: number, column: column), "The line is indented by a tab.",
                    "Use spaces: YAML allows no tabs in front of names and list entries.")
            }
            if line.isConflictMarker {
                return Self(
                    TextPosition(line: number, column: 1), "The line is left from a merge conflict.",
                    "Keep one of the two versions, and remove the lines of “<<<<<<<”, “=======” and “>>>>>>>”.")
            }
            if let column = line.column(of: "\u{FEFF}") {
                return Self(
                    TextPosition(line: number, column: column), "The line has a byte order mark, which is invisible.",
                    "Remove it: delete the line and type it again.")
            }
        }
        return nil
    }

    // MARK: - By the parser's message

    private static func named(
        _ problem: String, _ lines: YAMLLines, _ mark: TextPosition, _ context: TextPosition?
    ) -> YAMLSyntaxProblem? {
        switch problem {
        case "but found another document": secondDocument(mark)
        case "did not find expected <document start>":
            lines.text(before: mark.line)?.isDocumentEnd == true ? secondDocument(mark) : indentation(lines, mark)
        case "did not find expected key": expectedKey(lines, mark)
        case "did not find expected '-' indicator":
            Self(
                mark, "This stands among the entries of a list and is not an entry.",
                "Begin it with “- ”, or begin the line in the column of another name.")
        case "mapping values are not allowed in this context": secondColon(lines, mark)
        case "could not find expected ':'": noColon(lines, context ?? mark)
        case "found unexpected end of stream":
            Self(context ?? mark, "The quoted text that begins here does not end.", "Add the closing quote.")
        default: value(problem, lines, mark, context)
        }
    }

    private static func value(
        _ problem: String, _ lines: YAMLLines, _ mark: TextPosition, _ context: TextPosition?
    ) -> YAMLSyntaxProblem? {
        let start = context.map { $0.line < mark.line ? $0 : mark } ?? mark
        return switch problem {
        case "did not find expected ',' or ']'":
            Self(start, "A list in brackets lacks a “,” or its end.", "Write “,” between entries, and “]” at the end.")
        case "did not find expected ',' or '}'":
            Self(start, "A map in braces lacks a “,” or its end.", "Write “,” between members, and “}” at the end.")
        case "found character that cannot start any token":
            Self(
                mark, "A value or a name cannot begin with “\(lines[mark.line].character(at: mark.column))”.",
                "Put it in quotes.")
        case "did not find expected node content":
            Self(
                mark, "An entry is missing here, or the end of a list in brackets or of a map in braces.",
                "Write the entry or the closing bracket.")
        case "block sequence entries are not allowed in this context":
            Self(
                mark, "A list cannot begin in the line of its name.",
                "Write each entry in a line of its own, after “- ”.")
        case "found unknown escape character":
            Self(mark, "In double quotes, “\\” must be doubled.", "Write “\\\\”, or put the text in single quotes.")
        case "found invalid Unicode character escape code": invalidEscape(lines, mark)
        case "did not find expected comment or line break":
            Self(
                mark, "A value that begins with “|” or “>” has its text in the lines below.", "Put the value in quotes."
            )
        case "did not find expected alphabetic or numeric character":
            Self(mark, "An anchor (“&”) must have a name.", "Put the value in quotes, or name the anchor.")
        case "found unknown directive name", "found incompatible YAML document", "found duplicate %YAML directive":
            Self(mark, "A line that begins with “%” is a directive, and this one cannot be read.", "Remove the line.")
        case _ where problem.hasPrefix("Maximum nesting level"):
            Self(mark, "Lists and maps are nested too deeply.", "Use fewer levels.")
        default: nil
        }
    }

    /// An escape that is no character. JSON has two for each character beyond U+FFFF, which YAML does not know.
    private static func invalidEscape(_ lines: YAMLLines, _ mark: TextPosition) -> YAMLSyntaxProblem {
        // The parser has read the backslash and the letter.
        let place = TextPosition(line: mark.line, column: max(1, mark.column - 2))
        let text = String(String.UnicodeScalarView(lines[mark.line].scalars.dropFirst(place.column - 1).prefix(12)))
        let escape = text.prefixMatch(of: /\\[uU][0-9a-fA-F]+/).map { String($0.output) } ?? text
        guard let pair = text.wholeMatch(of: /\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)/)?.output,
            let high = UInt32(pair.1, radix: 16), let low = UInt32(pair.2, radix: 16),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else {
            return Self(place, "The escape “\(escape.prefix(10))” is no character.", "Write the character itself.")
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let single = "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        return Self(
            place, "The escapes “\(text)” are one character in JSON, and none in YAML.",
            "Write “\(scalar)” or “\(single)”, or make the whole file JSON.")
    }

    private static func secondDocument(_ mark: TextPosition) -> YAMLSyntaxProblem {
        Self(
            mark, "A second document begins here.",
            "Keep one document in a file: remove the line “---” or “...”, or move what follows into another file.")
    }

    private static func indentation(_ lines: YAMLLines, _ mark: TextPosition) -> YAMLSyntaxProblem {
        let column = lines[mark.line].indent + 1
        return Self(
            TextPosition(line: mark.line, column: column),
            "The line begins in column \(column), and the lines of its level begin in another column.",
            "Begin all names, or all entries, of one level in the same column.")
    }

    private static func expectedKey(_ lines: YAMLLines, _ mark: TextPosition) -> YAMLSyntaxProblem {
        let line = lines[mark.line]
        guard line.indent == mark.column - 1 else {
            return Self(
                mark, "Text follows where a value has ended.",
                "Put the whole value in quotes, or remove what follows. In single quotes, write an apostrophe twice."
            )
        }
        let isMisplacedEntry = line.isListEntry && lines.text(before: mark.line)?.isListEntry == false
        guard isMisplacedEntry else { return indentation(lines, mark) }
        return Self(
            mark, "A list entry stands among the names of a map.",
            "Write the list below a name of its own, or a name in place of “-”.")
    }

    /// A `:` that makes a name of something that cannot be one.
    private static func secondColon(_ lines: YAMLLines, _ mark: TextPosition) -> YAMLSyntaxProblem {
        if lines[mark.line].hasValue(before: mark.column) {
            return Self(
                mark, "The value contains “: ”, which separates a name from a value.", "Put the value in quotes.")
        }
        guard let previous = lines.number(before: mark.line) else {
            return Self(mark, "There is no name in front of the colon.", "Write a name, or remove the colon.")
        }
        if lines[previous].hasNameAndValue {
            return Self(
                TextPosition(line: mark.line, column: lines[mark.line].indent + 1),
                "The line is indented further than the line above, which has a value already.",
                "Indent both by the same number of spaces, or remove the value above.")
        }
        return noColon(lines, TextPosition(line: previous, column: lines[previous].indent + 1))
    }

    private static func noColon(_ lines: YAMLLines, _ position: TextPosition) -> YAMLSyntaxProblem {
        if let column = lines[position.line].columnOfColonWithoutSpace {
            return Self(
                TextPosition(line: position.line, column: column), "There is no space after the colon.",
                "Write “: ” between a name and its value.")
        }
        return Self(
            position, "There is no “: ” in this line.",
            "Write a name, a colon and a space in front of the value, or remove the line.")
    }
}
