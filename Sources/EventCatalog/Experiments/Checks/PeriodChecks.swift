import EventSchema
import EventStreams

/// Checks of `start` and `end`.
enum PeriodChecks {
    static func findings(in entry: AuthoredExperiment, _ context: ExperimentCheckContext) -> [ExperimentFinding] {
        let unreadable = ["start", "end"].compactMap { name -> ExperimentFinding? in
            guard let text = entry.setting(name)?.string, entry.instant(name) == nil else { return nil }
            return entry.finding(
                .invalidDate, name, "\(name) is “\(text.prefix(64))”, which is no date.",
                "Write a date such as 2026-01-31 or 2026-01-31T00:00:00Z.")
        }
        guard let start = entry.instant("start"), let end = entry.instant("end") else { return unreadable }
        if end < start {
            return [
                entry.finding(
                    .reversedPeriod, "end", "The \(entry.list.entry) ends before it starts.",
                    "Write an end after the start.")
            ]
        }
        guard let date = context.asOf, end < date else { return [] }
        return [
            entry.finding(
                .endedExperiment, "end", "The \(entry.list.entry) has ended.",
                "Remove it, with the code that asks for it, or write a later end.")
        ]
    }
}
