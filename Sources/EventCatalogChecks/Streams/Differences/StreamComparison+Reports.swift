import EventCatalog
public import EventSchema
import EventSchemaTools

extension StreamComparison {
    /// The changes as text: the streams of each group, and under them a line for each change, and one for their
    /// consumers.
    public var lines: [String] {
        let changes = groups.flatMap { group in [group.heading { $0 }] + group.texts.map { "  \($0)" } }
        return (isEmpty ? ["No stream changes."] : changes)
    }

    /// The changes as an object: `{"changes": [{"streams", "kind", "path", "before", "after", "text", "consumers"}]}`.
    /// `path` is a JSON pointer, empty for the whole stream; `before` and `after` are null where there
    /// is no value, and `consumers`, otherwise lists of names by kind, where no stream of the change has any.
    public var json: JSONObject {
        let changes = groups.flatMap { group in group.changes.map { $0.json(of: group) } }
        return ["changes": .array(changes.map(JSONValue.object))]
    }

    /// The changes as a comment of a pull request, in the Markdown of GitHub and GitLab. Longer than these services
    /// take, it is cut at a group, and says so.
    public var markdown: String { markdown(maximumBytes: Markdown.maximumCommentBytes) }

    /// The comment, cut at a number of bytes.
    func markdown(maximumBytes: Int) -> String {
        let sections = groups.map { group in
            Markdown.section(group.heading { Markdown.escaped($0) }, group.texts)
        }
        return Markdown.text(
            "### Streams\n\n\(isEmpty ? "No stream changes." : summary)\n", sections, maximumBytes: maximumBytes)
    }

    /// The numbers of streams by what happens to them.
    private var summary: String {
        var rest = Set(groups.flatMap(\.streams))
        let kinds: [(StreamChange.Kind, String)] = [
            (.added, "new"), (.removed, "removed"), (.renamed, "renamed"), (.unreadable, "unreadable"),
        ]
        var counts = kinds.map { kind, word in
            let streams = Set(groups.filter { $0.changes.contains { $0.kind == kind } }.flatMap(\.streams))
            rest.subtract(streams)
            return (streams.count, word)
        }
        counts.append((rest.count, "changed"))
        return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension StreamChangeGroup {
    private static let maximumNames = 10

    /// A text for each change, and one for those who read the events.
    fileprivate var texts: [String] {
        changes.map(\.text) + (consumers.isEmpty ? [] : ["consumers: \(consumers.words(upTo: Self.maximumNames))"])
    }

    /// The name of the stream, or the number and the first names of the streams.
    fileprivate func heading(_ escape: (String) -> String) -> String {
        if streams.count == 1 { return escape(streams[0]) }
        let names = streams.prefix(Self.maximumNames).map(escape).joined(separator: ", ")
        let others = streams.count - Self.maximumNames
        return "\(streams.count) streams: \(names)\(others > 0 ? " and \(others) more" : "")"
    }
}

extension StreamChange {
    fileprivate func json(of group: StreamChangeGroup) -> JSONObject {
        [
            "streams": .array(group.streams.map(JSONValue.string)), "kind": .string(kind.rawValue),
            "path": .string(path.jsonPointer),
            "before": before ?? .null, "after": after ?? .null, "text": .string(text),
            "consumers": group.consumers.json,
        ]
    }
}
