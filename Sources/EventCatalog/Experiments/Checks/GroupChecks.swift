import EventSchema
import EventStreams

/// Checks of the groups of experiments.
enum GroupChecks {
    static func findings(in entry: AuthoredExperiment, _: ExperimentCheckContext) -> [ExperimentFinding] {
        guard entry.list == .experiments, entry.value.object != nil else { return [] }
        guard let setting = entry.setting("groups"), setting.array?.isEmpty != true else {
            return [
                entry.finding(
                    .missingGroups, "groups", "The experiment has no groups.",
                    "Name at least one, such as “groups: [control, treatment]”.")
            ]
        }
        var seen: Set<String> = []
        return (setting.array ?? []).enumerated().compactMap { position, element in
            guard let name = element.string else { return nil }
            let lengths = ExperimentConfiguration.groupLengths
            guard ExperimentConfiguration.isName(name, lengths: lengths) else {
                return entry.finding(
                    .invalidGroup, "groups", "“\(name.prefix(64))” is no name of a group.",
                    "Use \(ExperimentConfiguration.nameRule(lengths)).", at: ["\(position)"])
            }
            guard !seen.insert(name).inserted else { return nil }
            return entry.finding(
                .repeatedGroup, "groups", "The group “\(name)” is in the list twice.",
                "Remove one, or write the group that was meant.", at: ["\(position)"])
        }
    }
}
