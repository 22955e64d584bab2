import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let invalidExperimentName = Rule(
        "invalid-experiment-name", .error, "The name of an experiment is too short, too long or has other characters.",
        reason: "Clients leave the experiment out. The name is part of headers, parameters and events.",
        mistake: .experiment(["name": "search"]), corrected: .experiment(["name": "search-suggestions"]))

    static let duplicateExperiment = Rule(
        "duplicate-experiment", .error, "Two experiments, or two instruments, have the same name.",
        reason: "Clients use the first and leave the other out, whatever their periods are.",
        mistake: ["Experiments/a.yaml": RuleExample.entry(), "Experiments/b.yaml": RuleExample.entry()],
        corrected: [
            "Experiments/a.yaml": RuleExample.entry(),
            "Experiments/b.yaml": RuleExample.entry(["name": "search-suggestions-2"]),
        ])
}

/// Checks of the names of experiments and instruments.
enum ExperimentNameChecks {
    static func findings(in entry: AuthoredExperiment, _: ExperimentCheckContext) -> [ExperimentFinding] {
        guard let name = entry.setting("name")?.string, let (problem, remedy) = problem(with: name, in: entry.list)
        else { return [] }
        return [entry.finding(.invalidExperimentName, "name", problem, remedy)]
    }

    private static func problem(with name: String, in list: ExperimentList) -> (problem: String, remedy: String)? {
        let lengths = ExperimentConfiguration.nameLengths
        return switch list {
        case .experiments where !ExperimentConfiguration.isName(name, lengths: lengths):
            (
                "“\(name.prefix(64))” is not the name of an experiment.",
                "Use \(ExperimentConfiguration.nameRule(lengths))."
            )
        case .instruments where name.isEmpty:
            ("The name of the instrument is empty.", "Name it as the app asks for it, such as “scroll-depth”.")
        default: nil
        }
    }
}

/// The check for two entries of one name.
enum DuplicateExperimentChecks {
    /// A finding for each entry whose name an earlier one has, by position.
    static func findings(in entries: [AuthoredExperiment]) -> [Int: ExperimentFinding] {
        let repeated = entries.enumerated().repetitions { $0.element.setting("name")?.string }
        return Dictionary(
            uniqueKeysWithValues: repeated.map { ($0.again.offset, $0.again.element.duplicates($0.first.element)) })
    }
}

extension AuthoredExperiment {
    fileprivate func duplicates(_ earlier: AuthoredExperiment) -> ExperimentFinding {
        let periods = overlaps(earlier) ? " Their periods overlap." : ""
        let name = setting("name")?.string ?? ""
        return finding(
            .duplicateExperiment, "name",
            "The \(list.entry) “\(name)” is at \(earlier.location(of: "name")) too.\(periods)",
            "Give this one another name, or remove one of the two.")
    }

    /// Whether both are active at some instant, as far as their dates can be read.
    private func overlaps(_ other: AuthoredExperiment) -> Bool {
        guard let start = instant("start"), let end = instant("end"), let otherStart = other.instant("start"),
            let otherEnd = other.instant("end")
        else { return false }
        return start <= otherEnd && otherStart <= end
    }
}
