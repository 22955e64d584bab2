import EventSchema
import EventStreams

/// Finds the changes that the order of patterns makes: of two that match a name, the first gives it its settings.
struct PatternOrder {
    private let comparer: SnapshotComparer
    /// The former keys of renamed entries, by the new ones.
    private let oldKeys: [String: String]
    /// The places of the patterns before the change.
    private let oldPlaces: [String: Int]

    init(_ comparer: SnapshotComparer, oldKeys: [String: String]) {
        (self.comparer, self.oldKeys) = (comparer, oldKeys)
        let patterns = comparer.before.streams.names.filter { $0.hasPrefix("/") }
        oldPlaces = Dictionary(uniqueKeysWithValues: patterns.enumerated().map { ($1, $0) })
    }

    /// The changes, each with the pattern that is in front, or was.
    var changes: [(String, StreamChange)] {
        comparer.after.configurations.overlappingPatterns.compactMap(change)
            + comparer.before.configurations.overlappingPatterns.compactMap(changeByRemoval)
    }

    /// The change of the names that two patterns match, if the second gave them their settings before.
    private func change(of first: String, inFrontOf second: String) -> (String, StreamChange)? {
        let (oldFirst, oldSecond) = (oldKeys[first] ?? first, oldKeys[second] ?? second)
        guard let secondPlace = oldPlaces[oldSecond] else { return nil }
        if let firstPlace = oldPlaces[oldFirst], firstPlace < secondPlace { return nil }
        let stands = oldPlaces[oldFirst] == nil ? "stands" : "now stands"
        return change(first, from: oldSecond, to: first, "\(stands) in front of \(second)")
    }

    /// The change of the names that a removed pattern matched, and one behind it that remains.
    private func changeByRemoval(of first: String, inFrontOf second: String) -> (String, StreamChange)? {
        let after = comparer.after.streams
        guard after[first] == nil, !oldKeys.values.contains(first), after[second] != nil else { return nil }
        return change(first, from: first, to: second, "stood in front of \(second)")
    }

    /// The change for names that go from one pattern to another; `nil` where nothing is different for them.
    private func change(
        _ pattern: String, from old: String, to new: String, _ order: String
    ) -> (String, StreamChange)? {
        let effects = comparer.settingChanges(from: old, to: new).sorted { $0.kind < $1.kind }.map(\.text)
        guard !effects.isEmpty else { return nil }
        let text = "\(order); for names that both match, \(effects.joined(separator: "; "))"
        return (pattern, StreamChange(.patternOrder, text))
    }
}
