import EventCatalog
import EventSchema
import EventStreams

/// Checks of `start` and `end`.
enum PeriodChecks {
    static func findings(in entry: AuthoredExperiment, _ context: ExperimentCheckContext) -> [ExperimentFinding] {
        let unreadable = ["start", "end"].compactMap { name -> ExperimentFinding? in
            guard let text = entry.setting(name)?.string, entry.instant(name) == nil else { return nil }
            return entry.finding(
                .invalidDate, name, "\(name) is “\(text.prefix(64))”, which is not a date.",
                "Write a date such as 2026-01-31 or 2026-01-31T00:00:00Z.")
        }
        return unreadable + [entry.instant("end").flatMap { end(of: entry, $0, context) }].compactMap { $0 }
    }

    private static func end(
        of entry: AuthoredExperiment, _ end: UTCInstant, _ context: ExperimentCheckContext
    ) -> ExperimentFinding? {
        if let start = entry.instant("start"), end < start {
            return entry.finding(
                .reversedPeriod, "end", "The \(entry.list.entry) ends before it starts.",
                "Write an end after the start.")
        }
        if let date = context.asOf, end < date {
            return entry.finding(
                .endedExperiment, "end", "The \(entry.list.entry) has ended.",
                "Remove it, with the code that asks for it, or write a later end.")
        }
        guard let stream = context.stream(of: entry), let expiry = stream.expiry, expiry < end else { return nil }
        let day = stream.setting("expires")?.string ?? ""
        return entry.finding(
            .streamExpiresFirst, "end",
            "The stream “\(stream.name)” expires on \(day), before the \(entry.list.entry) ends.",
            "Write an earlier end, or have the stream expire later.")
    }
}
