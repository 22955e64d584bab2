import EventSchema
import EventStreams

/// An experiment or an instrument before and after a change.
struct ExperimentPair {
    let before: ExperimentEntry
    let after: ExperimentEntry
    /// The date of the comparison.
    let asOf: UTCInstant

    /// Whether it is active on the date, before the change and after it.
    var isRunning: Bool {
        [before, after].allSatisfy { $0.configuration?.isActive(at: asOf) == true }
    }

    /// The settings that differ: those of today in their order, then those that are gone.
    private var changedSettings: [String] {
        let today = after.settings
        return (today + before.settings.filter { !today.contains($0) }).filter {
            before.setting($0) != after.setting($0)
        }
    }

    var difference: ExperimentDifference? {
        var changes = changedSettings.flatMap(changes)
        if before.configuration != nil, after.configuration == nil {
            let reasons = after.issues.map(\.text).joined(separator: "; ")
            changes.append(ExperimentChange(.unreadable, "clients leave it out: \(reasons)"))
        }
        guard !changes.isEmpty else { return nil }
        let order = changes.enumerated().sorted { ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset) }
        return ExperimentDifference(
            key: after.key, changes: order.map(\.element), findings: changes.compactMap(finding))
    }

    private func changes(of setting: String) -> [ExperimentChange] {
        switch setting {
        case "groups": [GroupChanges.change(in: self)]
        case "sample_rate": SampleRateChanges.changes(in: self)
        case "contextual_attributes": attributeChanges
        case "user_identifier_type": [unitChange]
        case "sample_unit": [change(.unit, setting, "the unit of sampling")]
        case "start", "end": [change(.period, setting, setting)]
        case "stream_name": [change(.stream, setting, "the stream")]
        case "schema_id", "schema_title": [change(.schema, setting, "the schema")]
        default: [change(.setting, setting, setting)]
        }
    }

    /// The change of a setting with its value before and afterwards.
    func change(_ kind: ExperimentChange.Kind, _ setting: String, _ subject: String) -> ExperimentChange {
        let words = UninterpretedSettingChanges.words(before.setting(setting), after.setting(setting))
        return change(kind, setting, saying: "\(subject) \(words)")
    }

    /// The change of a setting with a text of its own.
    func change(_ kind: ExperimentChange.Kind, _ setting: String, saying text: String) -> ExperimentChange {
        ExperimentChange(kind, text, of: setting, before.setting(setting), after.setting(setting))
    }

    private var unitChange: ExperimentChange {
        let change = change(.unit, "user_identifier_type", "what identifies a user")
        guard isRunning else { return change }
        return change.reshuffling("who takes part, and in which group, is drawn again")
    }

    // MARK: - Attributes

    private var attributeChanges: [ExperimentChange] {
        let setting = "contextual_attributes"
        guard
            let difference = AttributeDifference(
                from: before.setting(setting), to: after.setting(setting), after.vocabulary, before: before.vocabulary)
        else {
            return [change(.setting, setting, setting)]
        }
        let gained = difference.gainedWords.map { change(.attributesAdded, setting, saying: $0) }
        let lost = difference.lostWords.map { change(.attributesRemoved, setting, saying: $0) }
        let changes = [gained, lost].compactMap { $0 }
        return changes.isEmpty ? [rewritten(setting)] : changes
    }

    /// The change of a setting that means the same in both forms.
    func rewritten(_ setting: String) -> ExperimentChange {
        change(.setting, setting, saying: "\(setting) is written differently, with the same effect")
    }
}
