import EventCatalog
import EventSchema
import EventStreams

/// Checks of the names of experiments and instruments.
enum ExperimentNameChecks {
    static func findings(in entry: AuthoredExperiment, _: ExperimentCheckContext) -> [ExperimentFinding] {
        guard let name = entry.setting("name")?.string else { return [] }
        switch entry.list {
        case .experiments where !ExperimentConfiguration.isName(name, lengths: ExperimentConfiguration.nameLengths):
            return [
                entry.finding(
                    .invalidExperimentName, "name", "“\(name.prefix(64))” is no name of an experiment.",
                    "Use \(ExperimentConfiguration.nameRule(ExperimentConfiguration.nameLengths)).")
            ]
        case .instruments where name.isEmpty:
            return [
                entry.finding(
                    .invalidExperimentName, "name", "The name of the instrument is empty.",
                    "Name it as the app asks for it, such as “scroll-depth”.")
            ]
        default: return []
        }
    }
}

/// The check for two entries of one name.
enum DuplicateExperimentChecks {
    /// A finding for each entry whose name an earlier one has, by position.
    static func findings(in entries: [AuthoredExperiment]) -> [Int: ExperimentFinding] {
        var first: [String: AuthoredExperiment] = [:]
        var findings: [Int: ExperimentFinding] = [:]
        for (position, entry) in entries.enumerated() {
            guard let name = entry.setting("name")?.string else { continue }
            guard let earlier = first[name] else {
                first[name] = entry
                continue
            }
            let periods = entry.overlaps(earlier) ? " Their periods overlap." : ""
            findings[position] = entry.finding(
                .duplicateExperiment, "name",
                "The \(entry.list.entry) “\(name)” is at \(earlier.location(of: "name")) too.\(periods)",
                "Give this one another name, or remove one of the two.")
        }
        return findings
    }
}

extension AuthoredExperiment {
    /// Whether both are active at some instant, as far as their dates can be read.
    fileprivate func overlaps(_ other: AuthoredExperiment) -> Bool {
        guard let start = instant("start"), let end = instant("end"), let otherStart = other.instant("start"),
            let otherEnd = other.instant("end")
        else { return false }
        return start <= otherEnd && otherStart <= end
    }
}
