import EventSchema

/// Why a key that starts with `/` is not a pattern, or none that can be searched for here.
struct MalformedPatternError: Error, CustomStringConvertible {
    let description: String
}

/// A pattern in a stream's key, such as `/^mediawiki\.job\..+/`: searched in a name, anchored only where it says so.
///
/// The platform's patterns are PCRE's. What an automaton can decide is translated; searching takes time linear in the
/// name, whatever the pattern. Patterns are about Unicode scalars here, where PCRE without its `u` flag is about bytes.
struct StreamNamePattern: Sendable {
    private let compiled: Pattern
    /// What every matching name starts with, so that most names are refused by one comparison.
    private let prefix: String

    init(_ key: String) throws(MalformedPatternError) {
        let (body, flags) = try Self.split(key)
        let options = try Self.options(flags)
        prefix = flags.isEmpty ? Self.prefix(of: body) : ""
        var translator = PCRETranslator(body, options: options)
        let source = try translator.translate()
        do { compiled = try Pattern(source, unicode: true) } catch {
            throw MalformedPatternError(
                description: "has a key that is not a valid pattern: \(error.reason). \(error.remedy)")
        }
    }

    func matches(_ name: String) -> Bool { name.utf8.starts(with: prefix.utf8) && compiled.matches(name) }

    /// Whether one name may match both: false only where no name can begin as both require.
    func mayShareNames(with other: StreamNamePattern) -> Bool {
        prefix.utf8.starts(with: other.prefix.utf8) || other.prefix.utf8.starts(with: prefix.utf8)
    }

    /// The plain text after `^`, as far as it surely is required: none when there is a choice anywhere, and not the
    /// character that a quantifier may follow.
    private static func prefix(of body: Substring) -> String {
        guard body.hasPrefix("^"), !body.contains("|"), !body.contains("(?") else { return "" }
        var prefix = ""
        var rest = body.unicodeScalars.dropFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\\", let escaped = rest.first, escaped == "." || escaped == "-" {
                prefix.unicodeScalars.append(escaped)
                rest.removeFirst()
            } else if ScalarSet.word.contains(scalar.value) || scalar == "-" {
                prefix.unicodeScalars.append(scalar)
            } else {
                return "*?{".unicodeScalars.contains(scalar) ? String(prefix.dropLast()) : prefix
            }
        }
        return prefix
    }

    /// Splits `/body/flags` at the first slash that is not escaped.
    private static func split(_ key: String) throws(MalformedPatternError) -> (body: Substring, flags: Substring) {
        let scalars = key.unicodeScalars
        var isEscaped = false
        for position in scalars.indices.dropFirst() {
            switch scalars[position] {
            case "\\" where !isEscaped: isEscaped = true
            case "/" where !isEscaped:
                return (key[scalars.index(after: key.startIndex)..<position], key[scalars.index(after: position)...])
            default: isEscaped = false
            }
        }
        throw MalformedPatternError(
            description: "has a key that starts with “/” but lacks the closing “/” of a pattern")
    }

    private static func options(_ flags: Substring) throws(MalformedPatternError) -> PCREOptions {
        var options = PCREOptions()
        for flag in flags.unicodeScalars where !options.set(flag) {
            throw MalformedPatternError(
                description: "has a pattern with the flag “\(flag)”; known are \(PCREOptions.knownFlags)")
        }
        return options
    }
}

/// What the letters behind a pattern, or in `(?i)`, change.
struct PCREOptions {
    var ignoresCase = false
    var isMultiline = false
    var dotMatchesNewline = false
    var ignoresSpace = false
    var isAnchored = false
    var dollarIsEnd = false

    static let knownFlags = "i, m, s, x, A, D, S, U, u"

    /// Sets an option on or off; false for a letter that is none.
    mutating func set(_ flag: Unicode.Scalar, to value: Bool = true) -> Bool {
        switch flag {
        case "i": ignoresCase = value
        case "m": isMultiline = value
        case "s": dotMatchesNewline = value
        case "x": ignoresSpace = value
        case "A": isAnchored = value
        case "D": dollarIsEnd = value
        // Scalars are matched anyway; studying and greed change no verdict.
        case "S", "U", "u": break
        default: return false
        }
        return true
    }
}
