import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

extension Rule {
    static let switchedOffStream = Rule(
        "switched-off-stream", .warning, "An experiment or an instrument is running, and its stream has the rate 0.",
        reason: "No event of the stream is collected, so that nothing is learnt from those who take part.",
        mistake: .experiment(
            ["start": "2025-03-01T00:00:00Z"], stream: "app.search",
            streamSettings: """
                  # eventctl-allow zero-rate until 2026-06-30: switched off until the new version is released
                  sample: {unit: session, rate: 0}

                """),
        corrected: .experiment(
            ["start": "2025-03-01T00:00:00Z"], stream: "app.search",
            streamSettings: "  sample: {unit: session, rate: 0.5}\n"))
}

/// Checks of what the stream of an entry collects: at rate 0 nothing, and by page view nothing in an app.
enum ExperimentSamplingChecks {
    static func findings(in entry: AuthoredExperiment, _ context: ExperimentCheckContext) -> [ExperimentFinding] {
        [switchedOff(entry, context), pageviewUnit(in: entry, context)].compactMap { $0 }
    }

    private static func switchedOff(
        _ entry: AuthoredExperiment, _ context: ExperimentCheckContext
    ) -> ExperimentFinding? {
        guard let date = context.asOf, let start = entry.instant("start"), let end = entry.instant("end"),
            start <= date, date <= end, let stream = context.stream(of: entry),
            context.streams?.configuration(of: stream)?.sampling.isOff == true
        else { return nil }
        return entry.finding(
            .switchedOffStream, "stream_name",
            "The \(entry.list.entry) is running, and its stream “\(stream.name)” has the rate 0.",
            "Raise the rate of the stream, or name another stream.")
    }

    /// As for a stream, the unit does not matter where everybody is in.
    private static func pageviewUnit(
        in entry: AuthoredExperiment, _ context: ExperimentCheckContext
    ) -> ExperimentFinding? {
        guard entry.list == .instruments, entry.setting("sample_unit")?.string == "pageview", entry.isSampled,
            let title = entry.setting("schema_title")?.string ?? context.stream(of: entry)?.schemaTitle,
            AuthoredStream.isTitleOfApp(title)
        else { return nil }
        return entry.finding(
            .pageviewUnitInApp, "sample_unit",
            "“pageview” cannot be drawn in an app, and “\(title)” is a schema of apps.",
            "Write session or device.")
    }
}

extension AuthoredExperiment {
    /// Whether a rate is between 0 and 1.
    fileprivate var isSampled: Bool {
        (setting("sample_rate")?.object ?? [:]).contains { name, value in
            let rate = WikiSampleRate.rate(name == "default" ? value : .string(name)) ?? 0
            return rate > 0 && rate < 1
        }
    }
}
