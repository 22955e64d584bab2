import CoreMetrics

/// What an intake counts.
struct IntakeMetrics: Sendable {
    private let accepted: Counter
    private let invalid: Counter
    private let failed: Counter
    private let refusedRequests: Counter
    private let handling: Timer

    init(_ factory: any MetricsFactory) {
        func counter(_ label: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: label, dimensions: dimensions, factory: factory)
        }
        accepted = counter("event_intake_events", [("verdict", "accepted")])
        invalid = counter("event_intake_events", [("verdict", "invalid")])
        failed = counter("event_intake_events", [("verdict", "error")])
        refusedRequests = counter("event_intake_refused_requests")
        handling = Timer(label: "event_intake_request", dimensions: [], factory: factory)
    }

    /// A request with events has its verdicts.
    func handled(_ verdicts: [EventVerdict], since start: ContinuousClock.Instant) {
        let rejected = verdicts.compactMap(\.rejected)
        let invalidCount = rejected.count { $0.status == .invalid }
        accepted.increment(by: verdicts.count - rejected.count)
        invalid.increment(by: invalidCount)
        failed.increment(by: rejected.count - invalidCount)
        handling.record(since: start)
    }

    /// A request with events was refused, since a sink takes none for now.
    func refused() { refusedRequests.increment() }
}
