package import EventSchema
import EventSupport

extension StreamHistory {
    /// A table with a line for each stream, and indented under it one for each attribute. The widest texts are cut so
    /// that no line has more columns than the given number; without one, nothing is cut.
    package func table(fitting columns: Int? = nil) -> [String] {
        let heads = ["STREAM", "FIRST SEEN", "LAST SEEN", "OWNER", "EXPIRES"]
        return TextTable([heads] + streams.flatMap(\.rows)).lines(fitting: columns)
    }

    /// What a shallow clone leaves open, and how to find it; `nil` where the history is whole.
    package var remark: String? {
        let firsts = streams.flatMap { [$0.entry] + $0.attributes }.compactMap(\.first)
        guard let oldest = firsts.first(where: \.mayHaveEarlier) else { return nil }
        return "the repository is a shallow clone, whose history of the streams begins with \(oldest.words): what was "
            + "there then may be older; “git fetch --unshallow” fetches the rest"
    }
}

extension StreamHistory.Stream {
    /// The stream as an object: `{"name", "state", "first_seen", "removed", "owner", "expires", "attributes"}`, with
    /// null for what is absent. `attributes` have the first four. A commit is `{"commit", "date", "author",
    /// "may_be_earlier"}`.
    package var json: JSONObject {
        var json = entry.json
        json["owner"] = .string(orNull: owner)
        json["expires"] = .string(orNull: expires)
        json["attributes"] = .array(attributes.map { .object($0.json) })
        return json
    }

    fileprivate var rows: [[String]] {
        let head = [entry.name, entry.firstSeen, entry.lastSeen, owner ?? "-", expires ?? "-"]
        return [head] + attributes.map { ["  \($0.name)", $0.firstSeen, $0.lastSeen, "", ""] }
    }
}

extension StreamHistory.Entry {
    fileprivate var json: JSONObject {
        [
            "name": .string(name), "state": .string(state.word), "first_seen": first?.json ?? .null,
            "removed": state.removal?.json ?? .null,
        ]
    }

    fileprivate var firstSeen: String {
        if let first { return first.words + (first.mayHaveEarlier ? " or before" : "") }
        return state == .unknown ? "in a link" : "not committed"
    }

    fileprivate var lastSeen: String {
        switch state {
        case .present, .unknown: "now"
        case .notCommitted: first == nil ? "now" : "now, not committed"
        case .removalNotCommitted: "removed, not committed"
        case .removed(let commit): "until \(commit.words)"
        }
    }
}

extension StreamHistory.State {
    fileprivate var word: String {
        switch self {
        case .present: "present"
        case .notCommitted: "not_committed"
        case .removalNotCommitted: "removal_not_committed"
        case .removed: "removed"
        case .unknown: "unknown"
        }
    }
}

extension HistoryCommit {
    /// The day and the beginning of the hash: `2026-01-31 1a2b3c4d`.
    var words: String { "\(date.prefix(10)) \(hash.prefix(8))" }

    fileprivate var json: JSONValue {
        [
            "commit": .string(hash), "date": .string(date), "author": .string(author),
            "may_be_earlier": .bool(mayHaveEarlier),
        ]
    }
}
