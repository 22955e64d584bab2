import EventSchema

/// A JSON scalar, or an empty list or map, as YAML on one line.
///
/// A string is plain where every reader of YAML 1.1 and 1.2 would read the plain text as the same string: `no`, `on`,
/// `1.10`, dates and patterns are quoted. Quotes are single unless a character needs an escape.
enum YAMLScalarText {
    /// The text of a value; `nil` for a list or map with parts.
    static func text(of value: JSONValue) -> String? {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number.literal
        case .string(let string): text(of: string)
        case .array(let elements): elements.isEmpty ? "[]" : nil
        case .object(let members): members.isEmpty ? "{}" : nil
        }
    }

    /// The text of a string, or of the name of a member.
    static func text(of string: String) -> String {
        if isPlain(string) { return string }
        if string.unicodeScalars.contains(where: needsEscape) { return doubleQuoted(string) }
        return "'\(string.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined())'"
    }

    // MARK: - Plain

    private static func isPlain(_ string: String) -> Bool {
        let scalars = Array(string.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last,
            isWord(first) || "/._$".unicodeScalars.contains(first),
            last != " ", last != ":"
        else { return false }
        let isLine = scalars.indices.allSatisfy { place in
            isWord(scalars[place]) || plainCharacters.contains(scalars[place])
                // A colon before a blank ends the name of a member.
                || scalars[place] == ":" && scalars[place + 1] != " "
        }
        return isLine && !words.contains(string.lowercased()) && !isNumberLike(scalars) && !string.hasPrefix("...")
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || isDigit(scalar) }
        return scalar.properties.isAlphabetic
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static let plainCharacters = Set(" _./-+=@()$^,;'<>~%&?!".unicodeScalars)

    /// The words that some reader of YAML reads as null or a boolean.
    private static let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

    /// Whether some reader may take the text for a number, a date or a time: it begins with a digit, or with a dot, and
    /// has no other characters than these do.
    private static func isNumberLike(_ scalars: [Unicode.Scalar]) -> Bool {
        guard isDigit(scalars[0]) || scalars[0] == "." else { return false }
        return scalars.allSatisfy(numberCharacters.contains) || [".inf", ".nan"].contains(String(scalars).lowercased())
    }

    private static let numberCharacters = Set("0123456789abcdefABCDEFxXoOtTzZ_.:+- ".unicodeScalars)

    // MARK: - Quoted

    /// Whether a character cannot be written as it is, or cannot be seen.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: [0xFFFE, 0xFFFF].contains(scalar.value)
        }
    }

    private static func doubleQuoted(_ string: String) -> String {
        let escaped = string.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: needsEscape(scalar) ? escape(scalar) : String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let width = digits.count > 4 ? 8 : 4
        return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
    }
}

extension String {
    fileprivate init(_ scalars: [Unicode.Scalar]) {
        self.init(String.UnicodeScalarView(scalars))
    }
}
