import EventCatalog
import EventSchema
import EventSchemaTools

extension ExperimentComparison {
    /// The changes as text: each experiment, and under it a line for each change. Nothing without
    /// changes.
    var lines: [String] {
        differences.flatMap { [$0.heading] + $0.changes.map { "  \($0.text)" } }
    }

    /// The changes as objects: `{"list", "name", "kind", "path", "before", "after", "text"}`.
    var json: [JSONObject] {
        differences.flatMap { difference in difference.changes.map { $0.json(of: difference.key) } }
    }

    /// The changes as a section of a comment of a pull request, cut at a number of bytes; empty without changes.
    func markdown(maximumBytes: Int) -> String {
        guard !differences.isEmpty else { return "" }
        let sections = differences.map { Markdown.section(Markdown.escaped($0.heading), $0.changes.map(\.text)) }
        return Markdown.text(
            "### Experiments\n\n\(summary)\n", sections, maximumBytes: maximumBytes)
    }

    /// The numbers of experiments and instruments by what happens to them.
    private var summary: String {
        let kinds = differences.map { $0.changes[0].kind }
        let (added, removed) = (kinds.count { $0 == .added }, kinds.count { $0 == .removed })
        let counts = [(added, "new"), (removed, "removed"), (kinds.count - added - removed, "changed")]
        return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension ExperimentChange {
    fileprivate func json(of key: ExperimentKey) -> JSONObject {
        [
            "list": .string(key.list.rawValue), "name": .string(key.name), "kind": .string(kind.rawValue),
            "path": .string([setting].compactMap { $0 }.jsonPointer), "before": before ?? .null,
            "after": after ?? .null, "text": .string(text),
        ]
    }
}
