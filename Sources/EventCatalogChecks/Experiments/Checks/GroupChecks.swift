import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let missingGroups = Rule(
        "missing-groups", .error, "An experiment has no groups.",
        reason: "There is no group to put anyone in, so that clients leave the experiment out.",
        mistake: .experiment(["groups": "[]"]), corrected: .experiment(["groups": "[control, treatment]"]))

    static let invalidGroup = Rule(
        "invalid-group", .error, "The name of a group is too long or has other characters.",
        reason: "Clients leave the experiment out. The name is part of headers, parameters and events.",
        mistake: .experiment(["groups": "[control, new button]"]),
        corrected: .experiment(["groups": "[control, new-button]"]))

    static let repeatedGroup = Rule(
        "repeated-group", .warning, "An experiment has a group twice.",
        reason: "The group gets two shares. A mistyped name leaves the group that was meant without anyone.",
        mistake: .experiment(["groups": "[control, control]"]),
        corrected: .experiment(["groups": "[control, treatment]"]))

    static let singleGroup = Rule(
        "single-group", .warning, "An experiment has one group.",
        reason: "Everybody who takes part is in it, so that there is nothing to compare it with.",
        mistake: .experiment(["groups": "[treatment]"]), corrected: .experiment(["groups": "[control, treatment]"]))
}

/// Checks of the groups of experiments.
enum GroupChecks {
    static func findings(in entry: AuthoredExperiment, _: ExperimentCheckContext) -> [ExperimentFinding] {
        guard entry.list == .experiments, entry.value.object != nil else { return [] }
        guard let setting = entry.setting("groups"), setting.array?.isEmpty != true else {
            return [
                entry.finding(
                    .missingGroups, "groups", "The experiment has no groups.",
                    "Name two at least, such as “groups: [control, treatment]”.")
            ]
        }
        if let groups = setting.array, groups.count == 1, let name = groups[0].string, isName(name) {
            return [
                entry.finding(
                    .singleGroup, "groups", "The experiment has one group, “\(name)”.",
                    "Add the group that it is compared with, such as “control”.")
            ]
        }
        var seen: Set<String> = []
        return (setting.array ?? []).enumerated().compactMap { position, element in
            guard let name = element.string else { return nil }
            guard isName(name) else {
                return entry.finding(
                    .invalidGroup, "groups", "“\(name.prefix(64))” is not the name of a group.",
                    "Use \(ExperimentConfiguration.nameRule(ExperimentConfiguration.groupLengths)).",
                    at: ["\(position)"])
            }
            guard !seen.insert(name).inserted else { return nil }
            return entry.finding(
                .repeatedGroup, "groups", "The group “\(name)” is in the list twice.",
                "Remove one, or write the group that was meant.", at: ["\(position)"])
        }
    }

    private static func isName(_ name: String) -> Bool {
        ExperimentConfiguration.isName(name, lengths: ExperimentConfiguration.groupLengths)
    }
}
