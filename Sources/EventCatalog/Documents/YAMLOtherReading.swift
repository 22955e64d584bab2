import EventSupport

/// The values that readers of YAML have for a text without quotes.
///
/// The versions of YAML differ, and so do readers of one version: a kind other than text means that at least one reader
/// has it. Readers of YAML 1.1 are PyYAML, ruamel.yaml with `%YAML 1.1`, js-yaml 3 and others over libyaml; those of
/// 1.2 are its core schema, ruamel.yaml and js-yaml 4.
///
/// ``YAMLWriter`` and materialization quote by it, and the rule `ambiguous-text` finds by it.
package struct YAMLOtherReading: Sendable, Hashable {
    /// The kind of a plain scalar.
    package enum Kind: String, Sendable {
        case text, null, boolean, integer, float, timestamp
        /// A number of base 60, such as `12:30:45`.
        case sexagesimal
        /// `<<`, which brings the members of another map.
        case merge
        /// `=`, the default member of a map.
        case value
    }

    /// The kind for readers of YAML 1.1.
    package let yaml11: Kind
    /// The kind for readers of YAML 1.2.
    package let yaml12: Kind

    /// The readings of a text of one line.
    package init(of text: String) {
        if let both = Self.words[text] {
            (yaml11, yaml12) = (both, both)
        } else if Self.words11.contains(text) {
            (yaml11, yaml12) = (.boolean, .text)
        } else if Self.mayBeNumber(text) {
            let row = { (rows: [Row]) in rows.first { text.wholeMatch(of: $0.pattern.regex) != nil }?.kind ?? .text }
            (yaml11, yaml12) = (row(Self.rows11), row(Self.rows12))
        } else {
            (yaml11, yaml12) = (.text, .text)
        }
    }

    /// Whether every reader has the same text.
    package var isText: Bool { yaml11 == .text && yaml12 == .text }

    /// The readings in words, such as “a number to readers of YAML 1.1”; `nil` for a text.
    package var problem: String? {
        switch (yaml11.words, yaml12.words) {
        case (nil, nil): nil
        case (let words?, nil): "\(words) to readers of YAML 1.1"
        case (nil, let words?): "\(words) to readers of YAML 1.2"
        case (let words?, let other?):
            words == other
                ? "\(words) to other readers of YAML"
                : "\(words) to readers of YAML 1.1 and \(other) to those of YAML 1.2"
        }
    }

    // MARK: - The table

    /// The texts with the same kind in both versions.
    private static let words: [String: Kind] = {
        var words: [String: Kind] = ["<<": .merge, "=": .value, "": .null, "~": .null]
        for word in ["null", "Null", "NULL"] { words[word] = .null }
        for word in ["true", "True", "TRUE", "false", "False", "FALSE"] { words[word] = .boolean }
        return words
    }()

    /// The booleans of YAML 1.1 alone. PyYAML has a text for the four of one letter.
    private static let words11: Set<String> = [
        "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF",
    ]

    private typealias Row = (kind: Kind, pattern: SharedExpression<Substring>)

    private static let rows11: [Row] =
        [
            (.integer, SharedExpression(/[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|[1-9][0-9_]*|[0-7_]+)/)),
            (.float, SharedExpression(/[-+]?[0-9][0-9_]*(?:\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)/)),
            (.float, SharedExpression(/\.[0-9_]+(?:[eE][-+]?[0-9]+)?/)),
            (
                .sexagesimal,
                SharedExpression(/[-+]?(?:[1-9][0-9_]*(?::[0-5]?[0-9])+|[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*)/)
            ),
        ] + rowsOfBoth

    private static let rows12: [Row] =
        [
            (.integer, SharedExpression(/[-+]?(?:0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9_]+)/)),
            (.float, SharedExpression(/[-+]?[0-9][0-9_]*(?:\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)/)),
            (.float, SharedExpression(/[-+]?\.[0-9_]+(?:[eE][-+]?[0-9]+)?/)),
        ] + rowsOfBoth

    private static let rowsOfBoth: [Row] = [
        (.float, SharedExpression(/[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)/)),
        (.timestamp, SharedExpression(/[0-9]{4}-[0-9]{2}-[0-9]{2}/)),
        (
            .timestamp,
            SharedExpression(
                #/
                [0-9]{4}-[0-9]{1,2}-[0-9]{1,2} (?:[Tt]|[\x20\t]+) [0-9]{1,2}:[0-9]{2}:[0-9]{2} (?:\.[0-9]*)?
                (?:[\x20\t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?
                /#)
        ),
    ]

    /// Whether a row may match: most texts are words, and an expression costs more than all else that is read of them.
    private static func mayBeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return false }
        let characters = "+-.:_ \tabcdefABCDEFxXoOtTzZinINA0123456789".utf8
        return text.utf8.allSatisfy(characters.contains)
    }
}

extension YAMLOtherReading.Kind {
    /// With its article; `nil` for a text.
    fileprivate var words: String? {
        switch self {
        case .text: nil
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .float: "a number"
        case .timestamp: "a date"
        case .sexagesimal: "a number of base 60"
        case .merge: "a merge key"
        case .value: "a default key"
        }
    }
}
