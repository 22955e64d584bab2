import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let shadowedPattern = Rule(
        "shadowed-pattern", .warning, "An earlier pattern matches every name that this pattern matches.",
        reason: "The first pattern that matches a name is used, so the settings of this one are never used.",
        mistake: .streams("/^app\\./", "/^app\\.search\\./"), corrected: .streams("/^app\\.search\\./", "/^app\\./"))

    static let overriddenPattern = Rule(
        "overridden-pattern", .note, "A stream has a name of its own that a pattern matches too.",
        reason: "The stream has its own settings only. Those of the pattern are not added to them.",
        mistake: .streams("app.search", "/^app\\./"), corrected: .streams("app.search", "/^server\\./"))

    static let patternFlags = Rule(
        "pattern-flags", .warning, "A pattern has letters behind its closing slash.",
        reason: "The topics of the stream are patterns made from this one. They lose the letters, or cannot be read.",
        mistake: .streams("/^app\\./i"), corrected: .streams("/^(?i)app\\./"))

    static let patternOfAll = Rule(
        "pattern-of-all", .warning, "A pattern matches every name.",
        reason: "Clients and the intake take events of any name, also a misspelt one, and give them these settings.",
        mistake: .streams("/.*/"), corrected: .streams("/^app\\./"))
}

/// Checks of patterns against each other and against the names of streams. `ReadingChecks` reports patterns that are
/// not valid.
enum PatternChecks {
    /// - Complexity: one search for each pair of a name and a pattern.
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        var earlier: [(pattern: AnchoredPattern, key: String)] = []
        return context.folder.streams.flatMap { stream -> [CatalogFinding?] in
            guard stream.name.hasPrefix("/") else { return [overridden(stream, context)] }
            let pattern = AnchoredPattern(stream.name)
            defer { if pattern.isOpen { earlier.append((pattern, stream.name)) } }
            let shadowed = earlier.first { $0.pattern.covers(pattern) }.map { first in
                stream.finding(
                    .shadowedPattern, "The earlier pattern “\(first.key)” matches every name that this one matches.",
                    remedy: "Move this pattern in front of it, or remove it.")
            }
            return [flags(of: stream), catchAll(of: stream), shadowed]
        }.compactMap { $0 }
    }

    private static func flags(of stream: AuthoredStream) -> CatalogFinding? {
        // Topics of its own are taken as they are. Other letters make the pattern invalid.
        guard let (body, flags) = parts(of: stream.name), !flags.isEmpty, !body.isEmpty,
            flags.allSatisfy({ "imsxADSUu".contains($0) }), stream.setting("topics") == nil
        else { return nil }
        let anchor = body.hasPrefix("^") ? "^" : ""
        let canBeInside = flags.allSatisfy { "imsx".contains($0) }
        return stream.finding(
            .patternFlags, "The pattern has “\(flags)” behind its closing slash.",
            remedy: canBeInside
                ? "Write the letters inside: “/\(anchor)(?\(flags))\(body.dropFirst(anchor.count))/”."
                : "Remove the letters.")
    }

    private static func catchAll(of stream: AuthoredStream) -> CatalogFinding? {
        guard matchesAll(stream.name) else { return nil }
        return stream.finding(
            .patternOfAll, "The pattern “\(stream.name)” matches every name.",
            remedy: "Write what the names have in common, such as “/^app\\./”.")
    }

    private static func matchesAll(_ key: String) -> Bool {
        guard let body = parts(of: key)?.body else { return false }
        return ["", "^", "$", ".", ".*", ".+", "^.*", "^.+", ".*$", ".+$", "^.*$", "^.+$"].contains(body)
    }

    /// The text between the slashes of a pattern, and the letters behind them.
    private static func parts(of key: String) -> (body: String, flags: String)? {
        guard key.hasPrefix("/"), let end = key.dropFirst().lastIndex(of: "/") else { return nil }
        return (String(key[key.index(after: key.startIndex)..<end]), String(key[key.index(after: end)...]))
    }

    private static func overridden(_ stream: AuthoredStream, _ context: StreamCheckContext) -> CatalogFinding? {
        let patterns = context.configurations.patterns(matching: stream.name)
        // A pattern of all names has a finding of its own.
        guard let pattern = patterns.first(where: { !matchesAll($0) }) else { return nil }
        return stream.finding(
            .overriddenPattern,
            "The pattern “\(pattern)” matches this name too; its settings are not used for this stream.",
            remedy: "Nothing has to change if that is meant; otherwise remove one of the two.")
    }
}

/// A pattern as far as its beginning can be read without a search: the text behind `^`.
private struct AnchoredPattern {
    /// The text that each matching name begins with.
    private(set) var prefix = ""
    /// Whether every name with the prefix matches, or every longer one.
    private(set) var isOpen = false
    /// Whether something must follow the prefix.
    private var needsMore = false

    init(_ key: String) {
        guard key.hasPrefix("/^"), key.hasSuffix("/"), !key.contains("|"), !key.contains("(?") else { return }
        var rest = key.dropFirst(2).dropLast()
        while let character = rest.first {
            let isEscaped = character == "\\"
            guard let literal = isEscaped ? rest.dropFirst().first : character, Self.isLiteral(literal, isEscaped)
            else { break }
            rest = rest.dropFirst(isEscaped ? 2 : 1)
            prefix.append(literal)
        }
        if let quantifier = rest.first, "*?{".contains(quantifier), !prefix.isEmpty {
            prefix.removeLast()
        } else {
            needsMore = [".+", ".+$"].contains(rest)
            isOpen = !prefix.isEmpty && (needsMore || ["", ".*", ".*$"].contains(rest))
        }
    }

    /// Whether every name that the other pattern matches is one of this pattern, which is open.
    func covers(_ other: AnchoredPattern) -> Bool {
        other.prefix.hasPrefix(prefix) && (!needsMore || other.needsMore || other.prefix.count > prefix.count)
    }

    private static func isLiteral(_ character: Character, _ isEscaped: Bool) -> Bool {
        if isEscaped { return ".-/_".contains(character) }
        return character.isASCII && (character.isLetter || character.isNumber || "_-".contains(character))
    }
}
