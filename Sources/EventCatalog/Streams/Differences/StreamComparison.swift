import EventSchema
import EventStreams

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
                })
        }.sorted { ($0.importance, $0.streams[0]) < ($1.importance, $1.streams[0]) }
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { groups.isEmpty }
}

extension StreamChangeGroup {
    fileprivate var importance: StreamChange.Kind { changes.map(\.kind).min() ?? .setting }
}

/// Finds the changes of each stream.
private struct SnapshotComparer {
    let before: StreamSnapshot
    let after: StreamSnapshot

    var changes: [(String, StreamChange)] {
        let differences = after.configurations.changes(since: before.configurations)
        let unreadable = Set(after.configurations.quarantined.map(\.name))
        let added = differences.added + differences.quarantined.filter { before.streams[$0] == nil }
        let renamed = renames(from: differences.removed, to: added)
        let old = Set(renamed.values)
        // Streams that clients can read neither before nor afterwards are compared too.
        let changed = after.streams.names.filter { name in
            before.streams[name].map { $0 != after.streams[name] } ?? false
        }
        return differences.quarantined.map { ($0, unreadableChange($0)) }
            + differences.removed.filter { !old.contains($0) }.map { ($0, removal(of: $0)) }
            + renamed.map { ($0, StreamChange(.renamed, "renamed from \($1); the settings stay the same")) }
            + added.filter { renamed[$0] == nil && !unreadable.contains($0) }.map { ($0, addition(of: $0)) }
            + changed.flatMap { name in settingChanges(of: name).map { (name, $0) } }
    }

    private func settingChanges(of name: String) -> [StreamChange] {
        let pair = StreamPair(
            before: compared(before.settings(of: name)), after: compared(after.settings(of: name)),
            configurationBefore: before.configurations.exactly(name),
            configurationAfter: after.configurations.exactly(name))
        return SubjectChanges.changes(in: pair) + SingleSettingChanges.changes(in: pair)
            + OtherChanges.changes(in: pair, without: SubjectChanges.paths + SingleSettingChanges.paths)
    }

    /// A response has no settings for authors.
    private func compared(_ settings: JSONObject) -> JSONObject {
        if before.hasAuthoringSettings, after.hasAuthoringSettings { return settings }
        var settings = settings
        for name in AuthoredStream.authoringSettings { settings[name] = nil }
        return settings
    }

    /// The old names by the new ones: of streams that are equal but for the name, when there is only one such pair.
    private func renames(from removed: [String], to added: [String]) -> [String: String] {
        let old = Dictionary(grouping: removed) { compared(before.settings(of: $0)) }
        let new = Dictionary(grouping: added) { compared(after.settings(of: $0)) }
        var renames: [String: String] = [:]
        for (settings, names) in new where names.count == 1 {
            if let past = old[settings], past.count == 1 { renames[names[0]] = past[0] }
        }
        return renames
    }

    private func unreadableChange(_ name: String) -> StreamChange {
        let issues = after.configurations.quarantined.first { $0.name == name }?.issues ?? []
        let reasons = issues.map { $0.path.isEmpty ? $0.message : "\($0.path) \($0.message)" }
        return StreamChange(.unreadable, "clients cannot read the stream: \(reasons.joined(separator: "; "))")
    }

    private func removal(of name: String) -> StreamChange {
        let schema = before.settings(of: name)["schema_title"].map { "; its schema title was \($0.words)" } ?? ""
        return StreamChange(.removed, "removed: the intake will refuse its events\(schema)")
    }

    private func addition(of name: String) -> StreamChange {
        let settings = after.settings(of: name)
        var parts = [
            "new stream of \(settings["schema_title"]?.words ?? "no schema title")",
            "events go to \(settings["destination_event_service"]?.words ?? "the default intake")",
        ]
        if let stream = after.configurations.exactly(name) {
            parts.append("from \(stream.sampling.words)")
            let attributes = stream.providedAttributes.map(\.rawValue)
            if !attributes.isEmpty { parts.append("with \(attributes.enumerated)") }
            let conditions = WrittenCondition.conditions(
                of: JSONValue.object(settings)[path: ["producers", "metrics_platform_client", "curation"]])
            if let conditions, !conditions.isEmpty {
                parts.append("only where \(conditions.map(\.words).enumerated)")
            }
        }
        return StreamChange(.added, parts.joined(separator: ", "))
    }
}
