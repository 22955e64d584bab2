import EventPlatformTesting
import EventSchema
import Foundation
import Testing

@testable import EventPlatform
@testable import EventSimulation

/// Tests, simulations and clients go by the same policies.
@Suite struct OneImplementationTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    private static func texts(in folder: String = "") throws -> [(path: String, text: String)] {
        let root = sources.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
            .map { ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
    }

    @Test(
        "each policy of sending is declared once",
        arguments: [
            "DispatchSchedule", "Emitter", "Verdict", "Backoff", "BatchLimit", "Batch", "DestinationState", "GzipTrial",
            "RetryAfter", "RetryPolicy", "IntakeLists",
        ])
    func declaredOnce(name: String) throws {
        let declarations = try Self.texts().filter {
            $0.text.contains(try Regex("(struct|enum|class|actor) \(name)\\b[^.]"))
        }
        #expect(declarations.map(\.path).allSatisfy { $0.hasPrefix("EventPlatform/Dispatch/") })
        #expect(declarations.count == 1, "\(declarations.map(\.path))")
    }

    @Test func `the simulation decides nothing: no status is weighed and no delay is made in it`() throws {
        let simulation = try Self.texts(in: "EventSimulation")
        #expect(simulation.contains { $0.text.contains("DispatchSchedule(mode:") })
        #expect(simulation.contains { $0.text.contains("Emitter(configuration") })
        for (path, text) in simulation where path.hasPrefix("SimulatedClient") {
            for word in ["Backoff", "Verdict", "status", "retryAfter", "Duration."] {
                #expect(!text.contains(word), "\(path): \(word)")
            }
        }
    }

    @Test func `a client and a simulation make the same requests`() async throws {
        // The same jitter in both, since a client draws ids from its random source too.
        var scenario = FleetScenario()
        scenario.clients = 1
        scenario.duration = .seconds(1800)
        scenario.eventInterval = .seconds(7)
        scenario.latency = .zero
        scenario.launches = .seconds(5)
        scenario.troubles = [
            .init(from: .seconds(300), until: .seconds(700), kind: .answers(503)),
            .init(from: .seconds(900), until: .seconds(1000), kind: .answers(500)),
        ]
        var simulation = try FleetSimulation(scenario, jitter: .max / 3)
        let trace = try simulation.traced()
        #expect(trace.filter { $0.what == .request }.count > 30)

        let platform = TestPlatform(streams: ["s": ["schema_title": "analytics/product_metrics/app/base"]])
        let client = EventPlatformClient(
            platform.client.parts.settings.read { $0 }, context: TestPlatform.appContext,
            environment: Environment(
                clocks: platform.clock, random: { .max / 3 }, connection: platform.connection,
                openStore: { _ in InMemoryEventStore() }))
        await client.loadConfigurations()
        let begin = platform.clock.sinceBoot
        var expected: [FleetSimulation.Trace] = []
        platform.connection.answer { [clock = platform.clock, troubles = scenario.troubles] _ in
            let now = clock.sinceBoot - begin
            guard case .answers(let status, _)? = troubles.first(where: { $0.from <= now && now < $0.until })?.kind
            else { return NetworkResponse(status: 201) }
            return NetworkResponse(status: status)
        }
        var made: [Int] = []
        for happening in trace {
            platform.clock.advance(by: happening.time - (platform.clock.sinceBoot - begin))
            switch happening.what {
            case .events: client.submitClick(stream: "s")
            case .cycle:
                let before = platform.connection.requests.count
                await client.runCycle()
                for request in platform.connection.requests.dropFirst(before) where request.method == .post {
                    made.append(try JSONValue(parsing: request.body).array?.count ?? 0)
                }
            case .request: expected.append(happening)
            }
        }
        #expect(made == expected.map(\.events))
    }
}
