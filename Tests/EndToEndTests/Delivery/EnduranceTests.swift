import EventSupport
import EventPlatform
import EventSchema
import Foundation
import TestSupport
import Testing

/// Faults that show only with many requests. `EVENT_ENDURANCE` sets how many, as `.ci/run` does; the default is 1000.
@Suite(.serialized, .idleLimit) struct EnduranceTests {
    static let count = asked ?? 1000
    /// When it is set, these tests run alone, so the resources of the process are theirs.
    private static let asked = ProcessInfo.processInfo.environment["EVENT_ENDURANCE"].flatMap { Int($0) }

    /// Open descriptors and resident megabytes of this process.
    private static func resources() throws -> (descriptors: Int, megabytes: Double) {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return (
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            pages * Double(getpagesize()) / 1e6
        )
    }

    /// A server that does not respond to every tenth request.
    private static func server() async throws -> FaultServer {
        try await FaultServer(keeps: false) { number, _ in number % 10 == 9 ? .silence : .response(201) }
    }

    /// Sends requests, of which more than a third are cancelled.
    ///
    /// - Returns: how many got a response, and how many were cancelled or took too long.
    private static func round(
        _ count: Int, over connection: TimeLimitedConnection, to url: URL
    ) async -> (responses: Int, others: Int) {
        let body = Array("[\"\(String(repeating: "x", count: 496))\"]".utf8)
        return await withTaskGroup(of: Bool.self) { group in
            var done = (responses: 0, others: 0)
            for number in 0..<count {
                group.addTask {
                    let request = NetworkRequest(method: .post, url: url, body: body, timeout: .milliseconds(500))
                    let task = Task { try await connection.response(to: request) }
                    if number % 3 == 0 { task.cancel() }
                    if number % 3 == 1 {
                        for _ in 0..<(number % 50) { await Task.yield() }
                        if number % 2 == 0 { task.cancel() }
                    }
                    if case .success = await task.result { return true }
                    return false
                }
                if number >= 16, let isResponse = await group.next() {
                    if isResponse { done.responses += 1 } else { done.others += 1 }
                }
            }
            for await isResponse in group {
                if isResponse { done.responses += 1 } else { done.others += 1 }
            }
            return done
        }
    }

    @Test func `requests end by their responses, their time limits and their cancellations`() async throws {
        let server = try await Self.server()
        let connection = TimeLimitedConnection(DefaultConnection.make())
        let done = await Self.round(Self.count, over: connection, to: server.url)
        #expect(done.responses > 0 && done.others > 0, "\(done)")
        try await server.stop()
    }

    @Test(.enabled(if: asked != nil, "EVENT_ENDURANCE names no number of requests"))
    func `requests and cancellations leave no descriptors and no memory behind`() async throws {
        let server = try await Self.server()
        let connection = TimeLimitedConnection(DefaultConnection.make())
        _ = await Self.round(max(500, Self.count / 10), over: connection, to: server.url)
        let before = try Self.resources()
        _ = await Self.round(Self.count, over: connection, to: server.url)
        let after = try Self.resources()
        #expect(after.descriptors <= before.descriptors + 32, "\(before) → \(after)")
        #expect(after.megabytes <= before.megabytes + 16, "\(before) → \(after)")
        print("\(Self.count) requests: \(before) → \(after)")
        try await server.stop()
    }

    @Test
    func `a request cancelled around its start throws a CancellationError`() async throws {
        let server = try await FaultServer { _, _ in .silence }
        let connection = TimeLimitedConnection(DefaultConnection.make())
        let url = server.url
        for number in 0..<600 {
            let task = Task {
                try await connection.response(to: NetworkRequest(method: .get, url: url, timeout: .seconds(600)))
            }
            for _ in 0..<(number % 7) { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        }
        try await server.stop()
    }

    @Test func `every event is stored once by an intake that is killed and started again repeatedly`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(SendTests.lines(Self.count), to: "events.ndjson")
        // The first request of each run gets its response, so that each makes progress; the second is stored, and its
        // response is still due when the intake is killed.
        let faults = ["--fault", "delay=1ms,requests=1", "--fault", "delay=3600s"]
        var server = try await Server.start(store: folder.path("intake.sqlite"), faults)
        let (port, url) = (server.port, server.url)
        let child = try Child(
            "eventctl",
            ["send", file, "--stream-configs", url, "--store", folder.path("queue.sqlite"), "--deadline", "3000"])
        let ended = Locked(false)
        let result = Task {
            let result = await child.result()
            ended.withLock { $0 = true }
            return result
        }
        var kills = 0
        var arrived = 0
        while !ended.withLock({ $0 }) {
            let before = arrived
            arrived = try await Self.arrived(url)
            guard arrived > before else { continue }
            server.child.send(SIGKILL)
            _ = await server.child.result()
            server = try await Server.start(store: folder.path("intake.sqlite"), port: port, faults)
            kills += 1
        }
        let outcome = await result.value
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(kills >= 5, "killed \(kills) times")
        #expect(try await Self.arrived(url) == Self.count)
        print("\(Self.count) events, the intake killed \(kills) times")
        await server.stop()
    }

    /// How many events the intake holds.
    private static func arrived(_ url: String) async throws -> Int {
        let request = NetworkRequest(method: .get, url: try #require(URL(string: url + "/counts")))
        let response = try await TimeLimitedConnection(DefaultConnection.make()).response(to: request)
        return try JSONValue(parsing: response.body)["total"]?["accepted"]?.number?.int64.map(Int.init) ?? 0
    }

    @Test(
        arguments: [
            FaultServer.Reaction.silence, .resetBefore, .response(503), .garbage, .truncated(207, body: "{"),
        ])
    func `a flush ends at its deadline for every fault of the network`(reaction: FaultServer.Reaction) async throws {
        let server = try await FaultServer { _, _ in reaction }
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams(["app": ["schema_title": "analytics/product_metrics/app/base"]]),
            network: NetworkConfiguration(destinations: .everything(to: server.url)), store: .inMemory)
        configuration.inputBufferCapacity = 500
        let client = EventPlatformClient(configuration).start()
        for _ in 0..<500 { client.submitClick(stream: "app") { $0.agent.clientPlatform = "ios" } }
        let clock = ContinuousClock()
        let start = clock.now
        let report = await client.flush(deadline: .seconds(3))
        let took = clock.now - start
        #expect(took < configuration.network.timeout, "no request is waited for: \(took)")
        #expect(
            took >= .seconds(3) || !report.deadlinePassed, "sooner only when nothing more can succeed: \(report.end)")
        if case .silence = reaction { #expect(report.deadlinePassed) }
        #expect(client.ledger.total.pending == 500)
        _ = await client.shutdown(deadline: .zero)
        try await server.stop()
    }
}
