import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import Logging
import TestSupport
import Testing

@testable import EventPlatform
@testable import EventSimulation

/// Tests, simulations and clients use the same policies.
@Suite struct OneImplementationTests {
    private static let sources = Checkout.file("Sources")

    private static func texts(in folder: String = "") throws -> [(path: String, text: String)] {
        let root = sources.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
            .map { ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
    }

    @Test(
        arguments: [
            "DispatchSchedule", "Sender", "Verdict", "Backoff", "BatchLimit", "Batch", "DestinationState",
            "FaultSearch", "AcceptanceRecord", "GzipTrial", "RetryAfter", "RetryPolicy", "IntakeLists", "EventLeases",
            "ResultResolver", "VerdictRecorder",
        ])
    func `each policy of sending is declared once`(name: String) throws {
        let declaration = try Regex("(struct|enum|class|actor) \(name)\\b[^.]")
        let declarations = try Self.texts().filter { $0.text.contains(" \(name)") && $0.text.contains(declaration) }
        #expect(declarations.map(\.path).allSatisfy { $0.hasPrefix("EventPlatform/Dispatch/") })
        #expect(declarations.count == 1, "\(declarations.map(\.path))")
    }

    @Test func `the simulation evaluates no status and computes no delay`() throws {
        let simulation = try Self.texts(in: "EventSimulation")
        #expect(simulation.contains { $0.text.contains("sender = Sender(") })
        #expect(!simulation.contains { $0.text.contains("import EventPlatformTesting") })
        let clients = simulation.filter { $0.path.hasPrefix("SimulatedClient") }
        #expect(clients.map(\.path) == ["SimulatedClient.swift"])
        for (path, text) in clients {
            for word in ["Backoff", "Verdict", "status", "retryAfter", "Duration."] {
                #expect(!text.contains(word), "\(path): \(word)")
            }
        }
    }

    @Test func `a client and a simulation make the same requests`() async throws {
        var scenario = FleetScenario()
        scenario.clients = 1
        scenario.duration = .seconds(1800)
        scenario.eventInterval = .seconds(7)
        scenario.latency = .zero
        scenario.launchPeriod = .seconds(5)
        scenario.incidents = [
            .init(from: .seconds(300), until: .seconds(700), kind: .responds(503)),
            .init(from: .seconds(900), until: .seconds(1000), kind: .responds(500)),
        ]
        var simulation = FleetSimulation(scenario, jitter: .max / 3)
        let trace = try simulation.runTraced()
        let expected = trace.filter { $0.kind == .request }.map(\.events)
        #expect(expected.count > 30)
        #expect(try await Self.requests(of: trace, scenario) == expected)
    }

    /// The requests of a client, by their number of events, when the same happens to it.
    private static func requests(of trace: [FleetSimulation.Trace], _ scenario: FleetScenario) async throws -> [Int] {
        let (clock, store) = (ManualClock(), InMemoryEventStore())
        let begin = clock.sinceBoot
        let connection = RecordingConnection { _ in
            let now = clock.sinceBoot - begin
            guard
                case .responds(let status, _)? = scenario.incidents.first(where: { $0.from <= now && now < $0.until })?
                    .kind
            else { return NetworkResponse(status: 201) }
            return NetworkResponse(status: status)
        }
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams([:]), network: NetworkConfiguration(endpoint: "http://intake.invalid"))
        configuration.network.gzipThreshold = nil
        configuration.store.custom = { [store] in store }
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let environment = Environment(
            clocks: clock, random: { .max / 3 }, transport: connection,
            openStore: { _ in throw StoreError(.unavailable, "there is a store of the app's own") })
        let client = EventPlatformClient(configuration, context: Context(), environment: environment)
        var submitted = 0
        for traced in trace {
            clock.advance(by: traced.time - (clock.sinceBoot - begin))
            switch traced.kind {
            case .events:
                submitted += 1
                var transaction = StoreTransaction()
                transaction.added = [
                    NewEvent(
                        id: "\(submitted)", stream: "s", destination: Destinations.analytics,
                        storedAt: StorageTime(clock), body: Array("{}".utf8))
                ]
                _ = store.commit(transaction)
            case .cycle: await client.runtime.core.cycle(isPaced: true)
            case .request: break
            }
        }
        return try connection.requests.map { try JSONValue(parsing: $0.body).array?.count ?? 0 }
    }
}
