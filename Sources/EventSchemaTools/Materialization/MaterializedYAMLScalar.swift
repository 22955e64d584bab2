import EventCatalog
import EventSchema

/// A scalar, or an empty list or map, as version 3 of js-yaml writes it.
///
/// A string is plain where it is short and cannot be read as anything else, else in single quotes; one with line ends
/// is literal (`|`), one with a long line is folded (`>`), and one with a character that cannot be seen is in double
/// quotes.
enum MaterializedYAMLScalar {
    /// The text of a value without parts; `level` is the number of lists and maps around it.
    static func text(of value: JSONValue, level: Int) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): text(of: number)
        case .string(let string): text(of: string, level: level)
        case .array: "[]"
        case .object: "{}"
        }
    }

    /// The text of the name of a member.
    static func text(ofName name: String) -> String { YAMLScalarText.text(of: name, .jsYAML) }

    // MARK: - Numbers

    private static func text(of number: JSONNumber) -> String {
        let text = number.javaScriptText
        // Readers of YAML 1.1 take a number with an exponent and without a dot for a text.
        return text.contains(".") ? text : text.replacing("e", with: ".e")
    }

    // MARK: - Strings

    private static func text(of string: String, level: Int) -> String {
        let indent = 2 * max(1, level)
        let width = max(40, 80 - indent)
        let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
        let isFolded = lines.contains { $0.utf16.count > width && $0.unicodeScalars.first != " " }
        guard isFolded || lines.count > 1 else { return YAMLScalarText.text(of: string, .jsYAML) }
        let isPrintable = string.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintableInYAML }
        guard isPrintable else { return YAMLScalarText.text(of: string, .jsYAML) }
        let text = isFolded ? MaterializedYAMLFolding.folded(lines.map(String.init), width: width) : string
        return (isFolded ? ">" : "|") + head(string) + indented(text, by: indent)
    }

    /// What follows `>` or `|`: the indentation where the first line begins with a blank, and what becomes of line
    /// ends at the end.
    private static func head(_ string: String) -> String {
        let isIndented = string.drop { $0 == "\n" }.unicodeScalars.first == " "
        let chomping = string.hasSuffix("\n\n") || string == "\n" ? "+" : string.hasSuffix("\n") ? "" : "-"
        return (isIndented ? "2" : "") + chomping + "\n"
    }

    private static func indented(_ text: String, by indent: Int) -> String {
        let blanks = String(repeating: " ", count: indent)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : blanks + $0 }.joined(separator: "\n")
        // The line end behind a scalar is that of the next member.
        return indented.hasSuffix("\n") ? String(indented.dropLast()) : indented
    }
}
