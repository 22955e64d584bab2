import EventSchema

/// What a change of streams does, in words: the difference between two snapshots.
public struct StreamComparison: Sendable {
    /// The changes, grouped by the streams that have them in common; the most important first.
    public let groups: [StreamChangeGroup]

    /// Compares two snapshots.
    ///
    /// The settings for authors are compared only where both snapshots have them.
    ///
    /// - Complexity: linear in the size of both.
    public init(from before: StreamSnapshot, to after: StreamSnapshot) {
        let comparer = SnapshotComparer(before: before, after: after)
        var streams: [StreamChange: [String]] = [:]
        for (name, change) in comparer.changes { streams[change, default: []].append(name) }
        var changes: [[String]: [StreamChange]] = [:]
        for (change, names) in streams { changes[names.sorted(), default: []].append(change) }
        groups = changes.map { names, changes in
            StreamChangeGroup(
                streams: names,
                changes: changes.sorted {
                    ($0.kind, $0.path.joined(separator: "\u{0}"), $0.text)
                        < ($1.kind, $1.path.joined(separator: "\u{0}"), $1.text)
                }, consumers: comparer.consumers(of: names))
        }.sorted { ($0.importance, $0.streams[0]) < ($1.importance, $1.streams[0]) }
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { groups.isEmpty }
}

extension StreamChangeGroup {
    fileprivate var importance: StreamChange.Kind { changes.map(\.kind).min() ?? .setting }
}
