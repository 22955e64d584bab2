import EventSchema

/// A JSON scalar, or an empty list or map, as YAML on one line.
///
/// A string is plain if every reader of YAML 1.1 and 1.2 reads the plain text as the same string, by
/// ``YAMLOtherReading``: `no`, `on`, `08`, `1.10` and dates are quoted. Quotes are single unless a character needs an
/// escape.
package enum YAMLScalarText {
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

    package enum Style {
        /// For people: characters that can be seen are written as they are.
        case readable
        /// As version 3 of js-yaml writes a string on one line, but for texts such as `08`, which it does not quote.
        case jsYAML

        fileprivate func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .readable: scalar.isVisible
            case .jsYAML: scalar.isPrintableInYAML
            }
        }
    }

    /// The text of a string, or of the name of a member.
    package static func text(of string: String, _ style: Style = .readable) -> String {
        guard string.unicodeScalars.allSatisfy(style.isPrintable) else { return doubleQuoted(string, style) }
        return YAMLPlainText.isPlain(string, style) ? string : "'\(string.replacing("'", with: "''"))'"
    }

    private static func doubleQuoted(_ string: String, _ style: Style) -> String {
        let escaped = string.unicodeScalars.map { scalar in
            escapes[scalar] ?? (style.isPrintable(scalar) ? String(scalar) : hexadecimal(scalar.value))
        }
        return "\"\(escaped.joined())\""
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "\0": "\\0", "\u{7}": "\\a", "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{B}": "\\v", "\u{C}": "\\f",
        "\r": "\\r", "\u{1B}": "\\e", "\"": "\\\"", "\\": "\\\\", "\u{85}": "\\N", "\u{A0}": "\\_",
        "\u{2028}": "\\L", "\u{2029}": "\\P",
    ]

    private static func hexadecimal(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        let (letter, width) = code <= 0xFF ? ("x", 2) : code <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\\(letter)\(String(repeating: "0", count: width - digits.count))\(digits)"
    }
}

extension Unicode.Scalar {
    /// Whether the character can be seen.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: ![0xFFFE, 0xFFFF].contains(value)
        }
    }

    /// Whether js-yaml writes the character as it is. Characters beyond the basic plane are two units to it, neither of
    /// which can be printed.
    package var isPrintableInYAML: Bool {
        switch value {
        case 0x20...0x7E, 0xA1...0xD7FF, 0xE000...0xFFFD: ![0x2028, 0x2029, 0xFEFF].contains(value)
        default: false
        }
    }
}
