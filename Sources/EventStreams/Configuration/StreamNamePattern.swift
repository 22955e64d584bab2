/// A pattern in a stream's key, such as `/^mediawiki\.job\..+/`: searched in a name, anchored only where it says so.
struct StreamNamePattern: Sendable {
    /// Why a key that starts with `/` is no pattern.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    // A `Regex` is a value that nothing here changes, and matching with it from several threads at once is supported.
    private nonisolated(unsafe) let regex: Regex<AnyRegexOutput>

    init(_ key: String) throws(Malformed) {
        let (body, flags) = try Self.split(key)
        var regex: Regex<AnyRegexOutput>
        do { regex = try Regex(body) } catch {
            throw Malformed(description: "the key is not a valid pattern: \(error)")
        }
        for flag in flags {
            switch flag {
            case "i": regex = regex.ignoresCase()
            case "s": regex = regex.dotMatchesNewlines()
            case "m": regex = regex.anchorsMatchLineEndings()
            case "u", "D": break
            default: throw Malformed(description: "the key's pattern has the flag “\(flag)”; known are i, m, s, u, D")
            }
        }
        self.regex = regex.matchingSemantics(.unicodeScalar)
    }

    func matches(_ name: String) -> Bool { name.firstMatch(of: regex) != nil }

    /// Splits `/body/flags` at the first slash that is not escaped.
    private static func split(_ key: String) throws(Malformed) -> (body: String, flags: Substring) {
        var isEscaped = false
        for position in key.indices.dropFirst() {
            switch key[position] {
            case "\\" where !isEscaped: isEscaped = true
            case "/" where !isEscaped:
                let body = key[key.index(after: key.startIndex)..<position]
                return (String(body), key[key.index(after: position)...])
            default: isEscaped = false
            }
        }
        throw Malformed(description: "the key starts with “/” but lacks the closing “/” of a pattern")
    }
}
