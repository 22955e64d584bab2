import EventSupport

@testable import EventSimulation

extension AppTrace {
    /// A trace of at most ten minutes, in whole milliseconds.
    static func random(_ random: inout SeededGenerator) -> AppTrace {
        func time(_ random: inout SeededGenerator) -> Duration {
            .milliseconds(Int.random(in: 0...600_000, using: &random))
        }
        let requests = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            Request(
                at: time(&random), duration: .milliseconds(Int.random(in: 0...5000, using: &random)),
                sentBytes: Int.random(in: 0...50_000, using: &random),
                receivedBytes: Int.random(in: 0...2_000_000, using: &random))
        }
        let events = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            Event(at: time(&random), bytes: Int.random(in: 100...3000, using: &random))
        }
        return AppTrace(
            name: "random", requests: requests.sorted { $0.at < $1.at }, events: events.sorted { $0.at < $1.at },
            end: Bool.random(using: &random) ? time(&random) : .zero)
    }
}
