/// Which strings are written without quotes: those that no reader of YAML takes for anything else.
enum YAMLPlainText {
    /// Whether a printable string without line ends is written without quotes.
    static func isPlain(_ string: String, _ style: YAMLScalarText.Style) -> Bool {
        guard let first = string.unicodeScalars.first, !forbiddenFirstCharacters.contains(first), !string.hasSuffix(" ")
        else {
            return false
        }
        return !isSyntax(string, style) && YAMLOtherReading(of: string).isText
    }

    /// Whether a part of the string is syntax of YAML: for js-yaml also what is syntax within brackets and braces only.
    private static func isSyntax(_ string: String, _ style: YAMLScalarText.Style) -> Bool {
        switch style {
        case .jsYAML: return string.unicodeScalars.contains(where: ",[]{}:#".unicodeScalars.contains)
        case .readable:
            return string.hasPrefix("...") || string.unicodeScalars.contains(where: "[]{}#".unicodeScalars.contains)
                || string.hasSuffix(":") || string.contains(": ")
        }
    }

    private static let forbiddenFirstCharacters = Set(" -?:,[]{}#&*!|>'\"%@`".unicodeScalars)
}
