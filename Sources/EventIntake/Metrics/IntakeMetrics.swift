import CoreMetrics

/// The metrics of an intake's requests. Each series exists from the start, so that its first increase is one.
struct IntakeMetrics: Sendable {
    private struct Rejection: Hashable {
        let status: ReceivedEvent.Rejection.Status
        let cause: RejectionCause

        static let all =
            [Rejection(status: .invalid, cause: .client)]
            + RejectionCause.allCases.map { Rejection(status: .error, cause: $0) }
    }

    private let accepted: Counter
    private let rejections: [Rejection: Counter]
    private let unwrittenErrorEvents: Counter
    private let (refusedBySink, refusedAsBusy): (Counter, Counter)
    private let unreadableRequests: [EventBodyError.Reason: Counter]
    private let handling: Timer
    private let streams: StreamMetrics

    /// - Parameters:
    ///   - factory: makes the metrics.
    ///   - streams: counts the events of single streams.
    init(_ factory: any MetricsFactory, streams: StreamMetrics) {
        func counter(_ label: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: label, dimensions: dimensions, factory: factory)
        }
        let events = "event_intake_events"
        accepted = counter(events, [("verdict", "accepted")])
        rejections = Dictionary(
            uniqueKeysWithValues: Rejection.all.map {
                ($0, counter(events, [("verdict", $0.status.rawValue), ("cause", $0.cause.rawValue)]))
            })
        unwrittenErrorEvents = counter("event_intake_unwritten_error_events")
        refusedBySink = counter("event_intake_refused_requests", [("cause", "sink")])
        refusedAsBusy = counter("event_intake_refused_requests", [("cause", "busy")])
        unreadableRequests = Dictionary(
            uniqueKeysWithValues: EventBodyError.Reason.allCases.map {
                ($0, counter("event_intake_unreadable_requests", [("reason", $0.rawValue)]))
            })
        handling = Timer(label: "event_intake_request", dimensions: [], factory: factory)
        self.streams = streams
    }

    /// A request with events has its verdicts.
    func handled(_ batch: EventBatch, since start: ContinuousClock.Instant) {
        let rejected = batch.verdicts.compactMap(\.rejected)
        accepted.increment(by: batch.verdicts.count - rejected.count)
        for event in rejected {
            rejections[Rejection(status: event.status, cause: event.cause)]?.increment()
        }
        unwrittenErrorEvents.increment(by: batch.unwrittenErrorEvents)
        streams.handled(batch.verdicts)
        handling.record(since: start)
    }

    /// A request with events was refused, since a sink is unavailable, or the intake has too much to do.
    func refused(isBusy: Bool) { (isBusy ? refusedAsBusy : refusedBySink).increment() }

    /// No events could be read from a request.
    func unreadable(_ error: EventBodyError) { unreadableRequests[error.reason]?.increment() }
}
