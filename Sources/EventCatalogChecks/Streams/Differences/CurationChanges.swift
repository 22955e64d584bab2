import EventCatalog
import EventSchema
import EventSchemaTools

/// Changes of the conditions of curation.
enum CurationChanges {
    static let path = ["producers", "metrics_platform_client", "curation"]

    static func changes(in pair: StreamPair) -> [StreamChange] {
        guard let (before, after) = pair.difference(at: path) else { return [] }
        guard let old = WrittenCondition.conditions(of: before), let new = WrittenCondition.conditions(of: after) else {
            return [UninterpretedSettingChanges.change(at: path, before, after, kind: .curation)]
        }
        let added = new.filter { !old.contains($0) }
        let removed = old.filter { !new.contains($0) }
        let texts = (added + removed).map(\.attribute).distinct.flatMap { attribute in
            words(removed: removed.filter { $0.attribute == attribute }, added.filter { $0.attribute == attribute })
        }
        let changes = texts.map { StreamChange(.curation, $0, at: path, before, after) }
        return changes.isEmpty ? [UninterpretedSettingChanges.rewritten(at: path, before, after)] : changes
    }

    /// What happens to the conditions on one attribute. Other operators can mean the same, so a condition that goes
    /// while another comes is taken as its former form, and nothing is said of more or fewer events.
    private static func words(removed: [WrittenCondition], _ added: [WrittenCondition]) -> [String] {
        if removed.isEmpty { return added.map { "events are now collected only where \($0.words)" } }
        if added.isEmpty {
            return removed.map { "the condition “\($0.words)” is gone, so that more events are collected" }
        }
        let pairs = removed.compactMap { old in added.first { $0.operator == old.operator }.map { (old, $0) } }
        let oldRest = removed.filter { old in !pairs.contains { $0.0 == old } }
        let newRest = added.filter { new in !pairs.contains { $0.1 == new } }
        return pairs.map { "the condition “\($0.words)” is now “\($1.words)”" } + rest(oldRest, newRest)
    }

    /// The conditions without one of the same operator on the other side.
    private static func rest(_ removed: [WrittenCondition], _ added: [WrittenCondition]) -> [String] {
        guard let old = removed.sentence else {
            return added.map { "events are now collected only where also \($0.words)" }
        }
        guard let new = added.sentence else { return ["the condition “\(old)” is gone"] }
        return ["the condition “\(old)” is now “\(new)”"]
    }
}

extension [WrittenCondition] {
    /// Conditions on one attribute as a clause: `page_id is 3 or more and is less than 5`; `nil` for none.
    fileprivate var sentence: String? {
        first.map { ([$0.words] + dropFirst().map(\.predicate)).joined(separator: " and ") }
    }
}
