import CoreMetrics
import Foundation

/// What an intake counts of its content's reloads.
struct ReloadMetrics: Sendable {
    private let failures: Counter
    private let lastSuccess: Meter

    init(_ factory: any MetricsFactory) {
        failures = Counter(label: "event_intake_reload_failures", dimensions: [], factory: factory)
        lastSuccess = Meter(label: "event_intake_last_reload_timestamp_seconds", dimensions: [], factory: factory)
    }

    /// Everything is served as it was read or fetched last.
    func succeeded() { lastSuccess.set(Date().timeIntervalSince1970.rounded()) }

    /// A part is served as before, or is missing.
    func failed() { failures.increment(by: 1) }
}
