import Dispatch

@testable import EventSimulation

extension FleetReport {
    private static let queue = DispatchQueue(label: "EventSimulationTests")

    /// The report of a simulation, which runs on a queue of its own, one at a time: it computes for many seconds, and the
    /// threads that tasks share must be free for the tests of clients and servers.
    static func report(of scenario: FleetScenario) async throws -> FleetReport {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        var simulation = FleetSimulation(scenario)
                        return try simulation.run()
                    })
            }
        }
    }
}
