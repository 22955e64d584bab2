import EventPlatform
import EventSupport

extension RadioComparison {
    /// The comparison as lines of text: what was simulated, and a table of the modes.
    package var lines: [String] {
        [heading, "radio \(model.name): \(model.source)", ""] + Self.table([Self.titles, row(alone)] + runs.map(row))
    }

    /// The trace and its amounts in one line.
    var heading: String {
        let minutes = (trace.end.seconds / 60).fixed(1)
        let bytes = trace.appBytes
        return "\(trace.name): \(minutes) minutes, \(trace.requests.count.counted("request")) of the app "
            + "(\(Self.kilobytes(bytes.sent + bytes.received))), \(trace.events.count.counted("event")) "
            + "(\(Self.kilobytes(trace.eventBytes)))"
    }

    private static let titles = [
        "mode", "promotions", "on", "high power", "energy", "added", "requests", "sent", "delay 50 %", "95 %",
        "longest",
        "at end",
    ]

    private func row(_ run: RadioRun) -> [String] {
        let radio = [
            run.mode.name, "\(run.timeline.promotions)", run.timeline.activeDuration.seconds.fixed(0) + " s",
            run.timeline.highPowerDuration.seconds.fixed(0) + " s", run.joules.fixed(1) + " J",
        ]
        guard run.mode.mode != nil else { return radio + Array(repeating: "", count: Self.titles.count - radio.count) }
        let delays = [0.5, 0.95, 1].map { run.delay(ofShare: $0).map { $0.seconds.fixed(1) + " s" } ?? "-" }
        return radio + [surplusText(run) ?? "-", "\(run.requests.count)", Self.kilobytes(run.bodyBytes)] + delays
            + ["\(run.eventsAtEnd)"]
    }

    /// The energy over that of the app alone: `+12.3 %`.
    func surplusText(_ run: RadioRun) -> String? {
        surplus(run).map { ($0 >= 0.05 ? "+" : "") + $0.fixed(1) + " %" }
    }

    private static func kilobytes(_ bytes: Int) -> String {
        bytes < 1_000_000 ? (Double(bytes) / 1000).fixed(1) + " kB" : (Double(bytes) / 1_000_000).fixed(1) + " MB"
    }

    /// The rows with their cells below each other: the first to the left, the others to the right.
    private static func table(_ rows: [[String]]) -> [String] {
        TextTable(rows, [.left] + titles.dropFirst().map { _ in .right }).lines
    }
}
