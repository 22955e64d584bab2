import EventSchema
import EventSupport
import Yams

/// The byte order marks at the beginning of quoted strings, which the parser takes away.
struct YAMLByteOrderMarks {
    /// The lines of a text that has a byte order mark, or an escape for one.
    private let lines: SourceLines?

    init(in source: SourceText) {
        let spellings = ["\u{FEFF}", "feff", "FEFF", "Feff"]
        lines = spellings.contains(where: source.contains) ? source.lines : nil
    }

    /// A string with the mark that the text has at its beginning.
    func restored(_ string: String, of scalar: Node.Scalar, at position: TextPosition) -> String {
        guard let line = lines?[position.line], [.doubleQuoted, .singleQuoted].contains(scalar.style) else {
            return string
        }
        let quote: Unicode.Scalar = scalar.style == .doubleQuoted ? "\"" : "'"
        // An anchor or a tag precedes the quote.
        let content = line.unicodeScalars.dropFirst(position.column - 1).drop { $0 != quote }.dropFirst()
        guard content.first == "\u{FEFF}" || scalar.style == .doubleQuoted && Self.isEscaped(content) else {
            return string
        }
        return "\u{FEFF}" + string
    }

    /// The same for any value.
    func restored(_ value: JSONValue, of scalar: Node.Scalar, at position: TextPosition) -> JSONValue {
        guard lines != nil, case .string(let string) = value else { return value }
        return .string(restored(string, of: scalar, at: position))
    }

    private static func isEscaped(_ content: Substring.UnicodeScalarView.SubSequence) -> Bool {
        Substring(content).prefixMatch(of: /\\(?:u|U0000)[fF][eE][fF][fF]/) != nil
    }
}
