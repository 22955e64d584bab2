import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let invalidDate = Rule(
        "invalid-date", .error, "The start or the end of an experiment or an instrument is not a date.",
        reason: "Clients leave it out. Some older services then leave out every experiment.",
        mistake: .experiment(["start": "yesterday"]), corrected: .experiment(["start": "2026-03-01T00:00:00Z"]))

    static let reversedPeriod = Rule(
        "reversed-period", .error, "An experiment or an instrument ends before it starts.",
        reason: "It is never active.",
        mistake: .experiment(["end": "2026-02-28T00:00:00Z"]), corrected: .experiment(["end": "2026-03-31T00:00:00Z"]))

    static let endedExperiment = Rule(
        "ended-experiment", .warning, "An experiment or an instrument has ended.",
        reason: "It has no effect any more, while clients fetch it and code asks for it.",
        mistake: .experiment(["start": "2025-01-01", "end": "2025-06-30"]),
        corrected: .experiment(["start": "2025-01-01", "end": "2026-06-30"]))

    static let streamExpiresFirst = Rule(
        "stream-expires-first", .warning, "The stream of an experiment or an instrument expires before it ends.",
        reason: "The owner of the stream plans to stop collecting its events, while the experiment still needs them.",
        mistake: .experiment(
            ["end": "2026-12-31T00:00:00Z"], stream: "app.search", streamSettings: "  expires: 2026-06-30\n"),
        corrected: .experiment(
            ["end": "2026-06-30T00:00:00Z"], stream: "app.search", streamSettings: "  expires: 2026-06-30\n"))
}

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
