import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

/// Finds the changes of each stream.
struct SnapshotComparer {
    let before: StreamSnapshot
    let after: StreamSnapshot

    var changes: [(String, StreamChange)] {
        let differences = after.configurations.changes(since: before.configurations)
        let unreadable = Set(after.configurations.quarantined.map(\.name))
        // A name that a pattern matches is there without an entry of its own.
        let removed = differences.removed.filter { after.pattern(matching: $0) == nil }
        let added = (differences.added + differences.quarantined.filter { before.streams[$0] == nil })
            .filter { before.pattern(matching: $0) == nil }
        let renamed = renames(from: removed, to: added)
        let old = Set(renamed.values)
        // Those that clients can read neither before nor afterwards, and those whose schema alone changes, are compared
        // too.
        let kept = after.streams.names.filter { before.streams[$0] != nil }
        return differences.quarantined.map { ($0, unreadableChange($0)) }
            + removed.filter { !old.contains($0) }.map { ($0, removal(of: $0)) }
            + renamed.flatMap { new, old in rename(from: old, to: new).map { (new, $0) } }
            + added.filter { renamed[$0] == nil && !unreadable.contains($0) }.map { ($0, addition(of: $0)) }
            + EntryChanges(comparer: self).changes + PatternOrder(self, oldKeys: renamed).changes
            + kept.flatMap { name in settingChanges(from: name, to: name).map { (name, $0) } }
    }

    /// Who reads the events of streams, before the change or afterwards.
    func consumers(of names: [String]) -> StreamConsumers {
        names.flatMap { name in [before, after].map { StreamConsumers($0.settings(of: name)) } }
            .reduce(StreamConsumers([:])) { $0.union($1) }
    }

    /// The changes of the settings between an entry before the change and one after it.
    func settingChanges(from old: String, to new: String) -> [StreamChange] {
        let pair = StreamPair(
            before: compared(before.settings(of: old)), after: compared(after.settings(of: new)),
            configurationBefore: before.configurations.exactly(old),
            configurationAfter: after.configurations.exactly(new), vocabulary: after.vocabulary,
            vocabularyBefore: before.vocabulary, versionsBefore: before.versions(ofSchemaOf: old),
            versionsAfter: after.versions(ofSchemaOf: new))
        return CollectionChanges.changes(in: pair) + SingleSettingChanges.changes(in: pair)
            + UninterpretedSettingChanges.changes(
                in: pair, without: CollectionChanges.paths + SingleSettingChanges.paths)
    }

    /// A response has no settings for authors.
    private func compared(_ settings: JSONObject) -> JSONObject {
        before.hasAuthoringSettings && after.hasAuthoringSettings ? settings : settings.withoutAuthoringSettings
    }

    /// The old names by the new ones.
    private func renames(from removed: [String], to added: [String]) -> [String: String] {
        func settings(_ names: [String], in snapshot: StreamSnapshot) -> [String: JSONObject] {
            Dictionary(uniqueKeysWithValues: names.map { ($0, compared(snapshot.settings(of: $0))) })
        }
        return StreamRenames(from: settings(removed, in: before), to: settings(added, in: after)).oldNames
    }

    private func rename(from old: String, to new: String) -> [StreamChange] {
        let changes = settingChanges(from: old, to: new)
        let settings = changes.isEmpty ? "the settings stay the same" : "its settings change too"
        let text =
            old.hasPrefix("/")
            ? "the pattern \(old) is now \(new); \(settings). \(effect(ofPattern: new))"
            : "renamed from \(old); \(settings). For released apps \(old) is removed: the intake will refuse its events"
        return [StreamChange(.renamed, text)] + changes
    }

    /// What another pattern is for the names that it begins to match, and for those that it ceases to match.
    private func effect(ofPattern new: String) -> String {
        let collection = collection(of: new)
        let gain = collection.isEmpty ? "" : ", \(collection.joined(separator: ", "))"
        return "Events of the names that it begins to match are collected now\(gain); of the names that no entry "
            + "matches any more, which released apps go on with, the intake will refuse the events"
    }

    func unreadableChange(_ name: String) -> StreamChange {
        let issues = after.configurations.quarantined.first { $0.name == name }?.issues ?? []
        let reasons = issues.map(\.text).joined(separator: "; ")
        return StreamChange(.unreadable, "clients cannot read the stream: \(reasons)")
    }

    private func removal(of name: String) -> StreamChange {
        let schema = before.settings(of: name)["schema_title"].map { "; its schema title was \($0.words)" } ?? ""
        let events = name.hasPrefix("/") ? "events of names that no other entry matches" : "its events"
        return StreamChange(.removed, "removed: the intake will refuse \(events)\(schema)")
    }

    private func addition(of name: String) -> StreamChange {
        let settings = after.settings(of: name)
        let parts =
            [
                "new stream of \(settings["schema_title"]?.words ?? "no schema title")",
                "events go to \(settings["destination_event_service"]?.words ?? "the default intake")",
            ] + collection(of: name)
        return StreamChange(.added, parts.joined(separator: ", "))
    }

    /// From whom an entry after the change collects events, with which attributes, and under which conditions; empty
    /// if clients cannot read it.
    private func collection(of name: String) -> [String] {
        guard let stream = after.configurations.exactly(name) else { return [] }
        let client = JSONValue.object(after.settings(of: name))[path: ["producers", "metrics_platform_client"]]
        var parts = [stream.sampling.isOff ? "from nobody, since its rate is 0" : "from \(stream.sampling.words)"]
        let difference = AttributeDifference(
            from: nil, to: client?["provide_values"], after.vocabulary, before: before.vocabulary)
        let attributes = difference?.gainedNames ?? stream.contextualAttributes.map(\.name)
        if !attributes.isEmpty { parts.append("with \(attributes.enumerated)") }
        let conditions = WrittenCondition.conditions(of: client?["curation"]) ?? []
        if !conditions.isEmpty { parts.append("only where \(conditions.map(\.words).enumerated)") }
        return parts
    }
}
