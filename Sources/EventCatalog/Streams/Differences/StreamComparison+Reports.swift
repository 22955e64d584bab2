public import EventSchema

extension StreamComparison {
    /// The changes as text: the streams of each group, and under them a line for each change.
    public var lines: [String] {
        if isEmpty { return ["No stream changes."] }
        return groups.flatMap { group in [group.heading { $0 }] + group.changes.map { "  \($0.text)" } }
    }

    /// The changes as an object: `{"changes": [{"streams", "kind", "path", "before", "after", "text"}]}`. `path` is a
    /// JSON pointer, empty for the whole stream; `before` and `after` are null where there is no value.
    public var json: JSONObject {
        let changes = groups.flatMap { group in group.changes.map { $0.json(of: group.streams) } }
        return ["changes": .array(changes.map(JSONValue.object))]
    }

    /// The changes as a comment of a pull request, in the Markdown of GitHub and GitLab. Longer than these services
    /// take, it is cut at a group, and says so.
    public var markdown: String {
        if isEmpty { return "### Streams\n\nNo stream changes.\n" }
        var text = "### Streams\n\n\(summary)\n"
        for (place, group) in groups.enumerated() {
            let section =
                "\n**\(group.heading(Self.escaped))**\n\n"
                + group.changes.map { "- \(Self.escaped($0.text))\n" }.joined()
            guard text.utf8.count + section.utf8.count <= Self.longestComment else {
                return text + "\n… and \(groups.count - place) more; see `eventctl streams diff`.\n"
            }
            text += section
        }
        return text
    }

    /// GitHub's limit is 65 536 characters.
    private static let longestComment = 60_000

    /// The numbers of streams by what happens to them.
    private var summary: String {
        func count(_ isMeant: (StreamChange.Kind) -> Bool) -> Int {
            Set(groups.filter { $0.changes.contains { isMeant($0.kind) } }.flatMap(\.streams)).count
        }
        let counts = [
            (count { $0 == .added }, "new"), (count { $0 == .removed }, "removed"),
            (count { $0 == .renamed }, "renamed"),
            (count { $0 == .unreadable }, "unreadable"),
            (count { ![.added, .removed, .renamed, .unreadable].contains($0) }, "changed"),
        ]
        return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// A text that Markdown shows as it is: without markup, mentions and references to issues.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "|", "~": "\\\(scalar)"
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "@", "#": "\(scalar)<!-- -->"
            case "\n", "\r": " "
            default: String(scalar)
            }
        }.joined()
    }
}

extension StreamChangeGroup {
    private static let mostNames = 10

    /// The name of the stream, or the number and the first names of the streams.
    fileprivate func heading(_ escape: (String) -> String) -> String {
        if streams.count == 1 { return escape(streams[0]) }
        let names = streams.prefix(Self.mostNames).map(escape).joined(separator: ", ")
        let others = streams.count - Self.mostNames
        return "\(streams.count) streams: \(names)\(others > 0 ? " and \(others) more" : "")"
    }
}

extension StreamChange {
    fileprivate func json(of streams: [String]) -> JSONObject {
        [
            "streams": .array(streams.map(JSONValue.string)), "kind": .string(kind.rawValue),
            "path": .string(path.jsonPointer),
            "before": before ?? .null, "after": after ?? .null, "text": .string(text),
        ]
    }
}
