import EventSchema

/// Finds properties that come back with another meaning: an earlier version of the major has them, the one before the
/// new version does not. Events of the earlier version are still sent.
struct ReusedNames {
    /// The breaking changes of such properties, by the newest version that has them.
    private(set) var changes: [(earlier: ComparedVersion, changes: [SchemaChange])] = []

    init(_ pair: VersionPair) {
        var seen: Set<[String]> = []
        for earlier in pair.earlier.reversed() {
            let breaking = SchemaComparison(old: earlier.schema, new: pair.new.schema).changes.filter { change in
                guard change.verdict == .breaking, let name = Self.name(changedBy: change, earlier, pair) else {
                    return false
                }
                return !seen.contains(name)
            }
            guard !breaking.isEmpty else { continue }
            seen.formUnion(breaking.compactMap { Self.name(changedBy: $0, earlier, pair) })
            changes.append((earlier, breaking))
        }
    }

    /// The path of the property that the change is about, if it comes back.
    private static func name(changedBy change: SchemaChange, _ earlier: ComparedVersion, _ pair: VersionPair)
        -> [String]?
    {
        let ends = change.path.indices.dropFirst().filter { change.path[$0 - 1] == "properties" }
        return ends.map { Array(change.path[...$0]) }.first { path in
            earlier.schema[path: path] != nil && pair.old.schema[path: path] == nil
                && pair.new.schema[path: path] != nil
        }
    }
}
