/// A pattern of paths below a folder: `*` is any text without a slash, `**` any number of folders. A pattern that names
/// a folder matches everything in it.
struct PathPattern: Sendable {
    private let parts: [Substring]

    init(_ text: String) { parts = text.split(separator: "/").filter { $0 != "." } }

    /// The path in front of the first name with a star.
    var literalBegin: String { parts.prefix { !$0.contains("*") }.joined(separator: "/") }

    /// Whether a path matches, which has neither `.` nor `..` in it.
    func matches(_ path: String) -> Bool { Self.matches(parts[...], path.split(separator: "/")[...]) }

    private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
        guard let part = pattern.first else { return true }
        if part == "**" {
            let rest = pattern.dropFirst()
            return (path.startIndex...path.endIndex).contains { matches(rest, path[$0...]) }
        }
        guard let name = path.first, matches(part: part, name) else { return false }
        return matches(pattern.dropFirst(), path.dropFirst())
    }

    /// Whether a name has the texts between stars in their order: the first at its beginning, the last at its end.
    private static func matches(part: Substring, _ name: Substring) -> Bool {
        let texts = part.split(separator: "*", omittingEmptySubsequences: false)
        guard texts.count > 1, let first = texts.first, let last = texts.last else { return part == name }
        guard name.count >= first.count + last.count, name.hasPrefix(first), name.hasSuffix(last) else { return false }
        var rest = name.dropFirst(first.count).dropLast(last.count)
        for text in texts.dropFirst().dropLast() where !text.isEmpty {
            guard let range = rest.firstRange(of: text) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
