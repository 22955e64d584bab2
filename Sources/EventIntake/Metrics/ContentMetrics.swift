import CoreMetrics
import Foundation

/// A part of an intake's content whose problems are counted.
enum ContentPart: String, Sendable, CaseIterable {
    case schemas, streams, experiments, filters
    case clientConfiguration = "client_config"
    /// Everything that is fetched over HTTP.
    case fetch
}

/// The metrics of an intake's content: its problems now, and its reloads.
struct ContentMetrics: Sendable {
    /// The events by stream.
    let streams: StreamMetrics
    private let failures: Counter
    private let lastSuccess: Meter
    private let problems: [ContentPart: Meter]

    init(_ factory: any MetricsFactory) {
        streams = StreamMetrics(factory)
        failures = Counter(label: "event_intake_reload_failures", dimensions: [], factory: factory)
        lastSuccess = Meter(label: "event_intake_last_reload_timestamp_seconds", dimensions: [], factory: factory)
        problems = Dictionary(
            uniqueKeysWithValues: ContentPart.allCases.map { part in
                let meter = Meter(
                    label: "event_intake_content_problems", dimensions: [("kind", part.rawValue)], factory: factory)
                meter.set(0)
                return (part, meter)
            })
    }

    /// Everything is served as it was read or fetched last.
    func succeeded() { lastSuccess.set(Date().timeIntervalSince1970.rounded()) }

    /// A part is served as before, or is missing.
    func failed() { failures.increment(by: 1) }

    /// Other content is served.
    ///
    /// - Parameters:
    ///   - names: those of the streams.
    ///   - counts: the numbers of problems of parts.
    func serves(streams names: [String], problems counts: [ContentPart: Int]) {
        streams.add(names)
        for (part, count) in counts { problems[part]?.set(Double(count)) }
    }
}
