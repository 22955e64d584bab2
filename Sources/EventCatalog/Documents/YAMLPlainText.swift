/// Which strings are written without quotes: those that no reader of YAML takes for anything else.
enum YAMLPlainText {
    /// Whether a printable string without line ends is written without quotes.
    static func isPlain(_ string: String, _ style: YAMLScalarText.Style) -> Bool {
        guard let first = string.unicodeScalars.first, !forbiddenFirstCharacters.contains(first), !string.hasSuffix(" ")
        else {
            return false
        }
        return !isSyntax(string, style) && !words.contains(string) && !isNumberOrTime(string)
    }

    /// Whether a part of the string is syntax of YAML: for js-yaml also what is syntax within brackets and braces only.
    private static func isSyntax(_ string: String, _ style: YAMLScalarText.Style) -> Bool {
        switch style {
        case .jsYAML: return string.unicodeScalars.contains(where: ",[]{}:#".unicodeScalars.contains)
        case .readable:
            // YAML 1.2 alone has octal numbers with an `o`; js-yaml writes YAML 1.1.
            if ["...", "0o"].contains(where: string.hasPrefix) { return true }
            return string.unicodeScalars.contains(where: "[]{}#".unicodeScalars.contains)
                || string.hasSuffix(":") || string.contains(": ")
        }
    }

    private static let forbiddenFirstCharacters = Set(" -?:,[]{}#&*!|>'\"%@`".unicodeScalars)

    /// What is null, a boolean or the merge key to some reader.
    private static let words: Set<String> = [
        "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", "<<", "=",
        "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF",
    ]

    private static func isNumberOrTime(_ string: String) -> Bool {
        guard let first = string.utf8.first, (0x30...0x39).contains(first) || "+-.".utf8.contains(first) else {
            return false
        }
        return isInteger(string) || isFraction(string) || isTime(string)
    }

    private static func isInteger(_ string: String) -> Bool {
        !string.hasSuffix("_")
            && string.wholeMatch(
                of: /[-+]?(?:0|0b[01_]*[01]|0x[0-9a-fA-F_]*[0-9a-fA-F]|0_*[0-7][0-7_]*|[1-9][0-9_]*)/) != nil
    }

    private static func isFraction(_ string: String) -> Bool {
        let number = /[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?/
        let withoutWhole = /\.[0-9_]+(?:[eE][-+]?[0-9]+)?/
        if !string.hasSuffix("_"), string.wholeMatch(of: number) != nil || string.wholeMatch(of: withoutWhole) != nil {
            return true
        }
        return string.wholeMatch(of: /[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)/) != nil
    }

    /// A date; a time with a colon is not plain anyway.
    private static func isTime(_ string: String) -> Bool { string.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil }
}
