/// Computes the topics of a stream whose settings name none.
public enum StreamTopics {
    /// The topics of a stream requested by `name`, which may be a pattern.
    ///
    /// Without prefixes the name is the one topic. With prefixes a plain name gives one topic per prefix, and a pattern
    /// gives one pattern that allows any of the prefixes in front: `/^a\.b/` with `p.` gives `/^(p\.)a\.b/`. Flags
    /// behind the closing slash are kept there.
    ///
    /// - Parameters:
    ///   - name: the requested name, or the pattern itself.
    ///   - prefixes: the setting `topic_prefixes`; `nil` when null or absent.
    /// - Returns: for a plain name one topic per prefix, in the order of the prefixes; otherwise one topic.
    public static func topics(of name: String, prefixes: [String]?) -> [String] {
        guard let prefixes else { return [name] }
        guard name.hasPrefix("/"), let end = name.lastIndex(of: "/"), end > name.startIndex else {
            return prefixes.map { $0 + name }
        }
        var body = name[name.index(after: name.startIndex)..<end]
        let isAnchored = body.hasPrefix("^")
        if isAnchored { body.removeFirst() }
        let group = prefixes.map(escapedForPattern).joined(separator: "|")
        return ["/\(isAnchored ? "^" : "")(\(group))\(body)\(name[end...])"]
    }

    private static func escapedForPattern(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if #".\+*?[^]$(){}=!<>|:-#/"#.contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }
}
