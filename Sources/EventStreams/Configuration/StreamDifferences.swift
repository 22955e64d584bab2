/// What is different between two snapshots of stream configurations: the keys of entries, each list sorted.
public struct StreamDifferences: Sendable, Hashable {
    /// Streams that can be used now and had no entry before.
    public var added: [String] = []
    /// Streams that had an entry and have none now.
    public var removed: [String] = []
    /// Streams that can be used now and had other settings, or were broken.
    public var changed: [String] = []
    /// Streams that are broken now and were not.
    public var quarantined: [String] = []

    /// Whether nothing is different.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty && quarantined.isEmpty }
}

extension StreamConfigurations {
    /// What is different from an earlier snapshot; from none, everything is.
    ///
    /// - Complexity: linear in the size of both.
    public func changes(since earlier: StreamConfigurations?) -> StreamDifferences {
        let (before, now) = (earlier?.settingsByKey ?? [:], settingsByKey)
        var differences = StreamDifferences()
        for (key, stream) in now.sorted(by: { $0.key < $1.key }) {
            switch (before[key], stream) {
            case (nil, .some): differences.added.append(key)
            case (let old??, let new?): if old != new { differences.changed.append(key) }
            case (.some(nil), .some): differences.changed.append(key)
            case (nil, nil), (.some(.some), nil): differences.quarantined.append(key)
            case (.some(nil), nil): break
            }
        }
        differences.removed = before.keys.filter { now[$0] == nil }.sorted()
        return differences
    }

    /// Every entry by its key; `nil` for one that is quarantined.
    private var settingsByKey: [String: StreamConfiguration?] {
        var entries: [String: StreamConfiguration?] = [:]
        for (name, stream) in zip(names, streams) { entries[name] = .some(stream) }
        for stream in quarantined { entries[stream.name] = .some(nil) }
        return entries
    }
}
