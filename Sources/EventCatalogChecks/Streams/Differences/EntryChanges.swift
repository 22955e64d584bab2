import EventCatalog
import EventSchema

/// Finds the changes of names whose own entries come or go while a pattern matches them. Events of such a name are
/// taken before and afterwards, with the settings of another entry.
struct EntryChanges {
    let comparer: SnapshotComparer

    var changes: [(String, StreamChange)] {
        let (before, after) = (comparer.before, comparer.after)
        let lost = before.streams.names.filter { after.streams[$0] == nil }.flatMap { name in
            after.pattern(matching: name).map { change(of: name, to: $0) } ?? []
        }
        let gained = after.streams.names.filter { before.streams[$0] == nil }.flatMap { name in
            before.pattern(matching: name).map { change(of: name, from: $0) } ?? []
        }
        return lost + gained
    }

    private func change(of name: String, to pattern: String) -> [(String, StreamChange)] {
        let isReadable = comparer.after.configurations.exactly(pattern) != nil
        let rest =
            (isReadable ? [] : [comparer.unreadableChange(pattern)])
            + comparer.settingChanges(from: name, to: pattern)
        return described("has no entry of its own any more: now has the settings of the pattern \(pattern)", name, rest)
    }

    private func change(of name: String, from pattern: String) -> [(String, StreamChange)] {
        let rest = comparer.settingChanges(from: pattern, to: name)
        return described("has an entry of its own: had the settings of the pattern \(pattern)", name, rest)
    }

    private func described(_ text: String, _ name: String, _ rest: [StreamChange]) -> [(String, StreamChange)] {
        let change = StreamChange(.entry, rest.isEmpty ? "\(text), which are the same" : text)
        return ([change] + rest).map { (name, $0) }
    }
}
