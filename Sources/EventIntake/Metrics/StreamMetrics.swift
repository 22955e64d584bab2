import CoreMetrics
import EventSupport

/// The numbers of events by stream and verdict.
///
/// Only names in stream configurations have series, patterns included: events cannot add any. Streams that are removed
/// keep theirs until the intake stops.
final class StreamMetrics: Sendable {
    private struct Counters {
        let accepted: Counter
        let invalid: Counter
        let error: Counter

        init(_ stream: String, _ factory: any MetricsFactory) {
            func counter(_ verdict: String) -> Counter {
                Counter(
                    label: "event_intake_stream_events", dimensions: [("stream", stream), ("verdict", verdict)],
                    factory: factory)
            }
            (accepted, invalid, error) = (counter("accepted"), counter("invalid"), counter("error"))
        }
    }

    /// The numbers of events of one stream that follow one another in a request.
    private struct Run {
        let stream: String?
        var accepted = 0
        var invalid = 0
        var error = 0

        mutating func add(_ verdict: EventVerdict) {
            switch verdict {
            case .accepted: accepted += 1
            case .rejected(let event) where event.status == .invalid: invalid += 1
            case .rejected: error += 1
            }
        }
    }

    /// The maximum number of streams with series. Events of further ones, and of streams without a configuration, count
    /// as those of the stream `other`.
    static let maximumCount = 1000

    private let factory: any MetricsFactory
    private let others: Counters
    private let known = Locked<[String: Counters]>([:])

    /// - Parameter factory: makes the metrics.
    init(_ factory: any MetricsFactory) {
        self.factory = factory
        others = Counters("other", factory)
    }

    /// Adds the series of streams.
    ///
    /// - Parameter streams: the names in stream configurations.
    func add(_ streams: [String]) {
        known.withLock { [factory] known in
            for name in streams where known[name] == nil {
                guard known.count < Self.maximumCount else { return }
                known[name] = Counters(name, factory)
            }
        }
    }

    /// Counts the events of a request.
    func handled(_ verdicts: [EventVerdict]) {
        var run = Run(stream: nil)
        for verdict in verdicts {
            let stream = verdict.configuredStream
            if stream != run.stream {
                count(run)
                run = Run(stream: stream)
            }
            run.add(verdict)
        }
        count(run)
    }

    private func count(_ run: Run) {
        let counters = run.stream.flatMap { stream in known.withLock { $0[stream] } } ?? others
        if run.accepted > 0 { counters.accepted.increment(by: run.accepted) }
        if run.invalid > 0 { counters.invalid.increment(by: run.invalid) }
        if run.error > 0 { counters.error.increment(by: run.error) }
    }
}
