import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// The port for supervisors and Prometheus.
@Suite(.waitLimit) struct AdminPortTests {
    private static func open(
        _ change: (inout IntakeConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (_ admin: URL, _ intake: URL) async throws -> Void
    ) async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        var configuration = workspace.configuration
        (configuration.adminPort, configuration.metrics) = (0, PrometheusMetrics())
        change(&configuration)
        let intake = try Intake(configuration)
        let (admins, admin) = AsyncStream.makeStream(of: URL.self)
        try await intake.running { url in
            var addresses = admins.makeAsyncIterator()
            try await body(try #require(await addresses.next()), url)
        } onAdmin: { url in
            admin.yield(url)
        }
    }

    private static func status(_ url: URL, _ path: String, _ method: String = "GET") async throws -> Int {
        try await Client.send(to: url, method, path).status
    }

    @Test func `it has health, readiness and metrics, and nothing else`() async throws {
        try await Self.open {
            $0.token = "t0ken"
        } _: { admin, intake async throws in
            let health = try await Client.send(to: admin, "GET", "/healthz")
            #expect(health.status == 200 && health.json == ["status": "ok"])
            try await until("it is ready") { try await Self.status(admin, "/readyz") == 200 }
            let metrics = try await Client.send(to: admin, "GET", "/metrics?x")
            #expect(metrics.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(String(decoding: metrics.body, as: UTF8.self).contains("event_intake_events_total"))
            for path in ["/", "/v1/events", "/_info", "/healthz/", "/events", "/openapi.json"] {
                let response = try await Client.send(to: admin, "GET", path)
                #expect(response.status == 404 && response.json["uri"] == .string(path), "\(path)")
            }
            for method in ["POST", "DELETE", "OPTIONS"] {
                #expect(try await Self.status(admin, "/healthz", method) == 404)
            }
            let token = ["Authorization": "Bearer t0ken"]
            #expect(try await Client.send(to: intake, "GET", "/metrics", nil, token).status == 404)
            for path in ["/healthz", "/readyz"] { #expect(try await Self.status(intake, path) == 200) }
        }
    }

    @Test func `without metrics there are none to read, and HEAD has no body`() async throws {
        try await Self.open {
            $0.metrics = nil
        } _: { admin, _ async throws in
            #expect(try await Self.status(admin, "/metrics") == 404)
            let head = try await RawConnection(to: admin).exchange("HEAD /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(head.status == 200 && head.promised == 15 && head.body.isEmpty)
        }
    }

    /// Fails when a probe is a task, as the requests of the intake's own port are.
    @Test func `it responds while tasks occupy every thread`() async throws {
        try await Self.open { admin, _ async throws in
            try await until("it is ready") { try await Self.status(admin, "/readyz") == 200 }
            let connections = try (0..<3).map { _ in try RawConnection(to: admin) }
            let responses = await Self.whileThreadsAreOccupied {
                zip(["healthz", "readyz", "metrics"], connections).map { path, connection in
                    connection.readsAtMost(seconds: 10)
                    return connection.blockingExchange("GET /\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").status
                }
            }
            #expect(responses == [200, 200, 200])
        }
    }

    /// Calls a body on a thread of its own while as many tasks as there are processors block theirs.
    private static func whileThreadsAreOccupied<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        let (occupied, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        @Sendable func occupy() {
            occupied.signal()
            end.wait()
        }
        let count = ProcessInfo.processInfo.activeProcessorCount
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for _ in 0..<count { Task.detached { occupy() } }
                // If there are fewer threads than processors, all of them are occupied too.
                for _ in 0..<count { _ = occupied.wait(timeout: .now() + 2) }
                let result = body()
                for _ in 0..<count { end.signal() }
                continuation.resume(returning: result)
            }
        }
    }

    /// The reason of a sink may name files and hosts.
    @Test func `it has the reason of a sink, and the public port has not`() async throws {
        let sink = FullSink()
        try await Self.open {
            $0.sinks = [sink]
        } _: { admin, intake async throws in
            var refusal = try await Client.send(to: admin, "GET", "/readyz")
            try await until("the sink was asked") {
                refusal = try await Client.send(to: admin, "GET", "/readyz")
                return refusal.json["type"] == "sink_unavailable"
            }
            #expect(refusal.status == 503 && refusal.headers["retry-after"] == "2")
            #expect(refusal.json["detail"] == "/srv/events.ndjson: the disk is full.")
            let public503 = try await Client.send(to: intake, "GET", "/readyz")
            #expect(public503.status == 503 && public503.headers["retry-after"] == "2")
            #expect(public503.json["type"] == "sink_unavailable")
            #expect(!String(decoding: public503.body, as: UTF8.self).contains("/srv"))
        }
    }

    @Test func `its answer about sinks is at most a second older than the sink that gave it`() async {
        let (sink, clock) = (FullSink(), SteppedClock())
        let watch = SinkWatch([sink], clock: clock)
        #expect(watch.last == .unknown)
        let asking = Task { await watch.run() }
        await clock.waitForSleeper()
        #expect(watch.last == .unavailable(FullSink.reason))
        sink.isFull.withLock { $0 = false }
        #expect(watch.last == .unavailable(FullSink.reason))
        #expect(await clock.step() == .seconds(1))
        await clock.waitForSleeper()
        #expect(watch.last == .available)
        asking.cancel()
        await clock.end()
        await asking.value
    }

    /// A page can resolve its own host name to this machine.
    @Test func `on a loopback address, Host must name this machine`() async throws {
        try await Self.open { admin, _ async throws in
            for (host, status) in [("evil.example:80", 403), ("localhost", 200), ("127.0.0.1:9", 200), ("", 200)] {
                let response = try await RawConnection(to: admin).exchange(
                    "GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(response.status == status, "\(host)")
                #expect(!response.text.lowercased().contains("access-control-allow-origin"))
            }
        }
    }

    @Test(
        arguments: [
            ("", 0), ("GET /heal", 0), ("GET /healthz HTTP/1.1\r\nHost: localhost\r\n", 0),
            ("POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n", 404),
            ("POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nbody", 404),
            ("no HTTP\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\n\r\n", 200),
        ])
    func `a connection that sends more or less than a request is closed`(text: String, status: Int) async throws {
        try await Self.open {
            $0.limits.headTimeout = .milliseconds(500)
        } _: { admin, _ async throws in
            let connection = try RawConnection(to: admin)
            connection.send(text)
            let response = await connection.rest()
            // Closed with bytes unread, the connection is reset, by which the response may be lost.
            #expect(response.status == status || response.wasReset)
            #expect(response.text.components(separatedBy: "HTTP/1.1 ").count <= 2, "one response at most")
        }
    }

    @Test func `idle connections keep no probe out`() async throws {
        try await Self.open { admin, _ async throws in
            let idle = try (0..<100).map { _ in try RawConnection(to: admin) }
            #expect(try await Self.status(admin, "/healthz") == 200)
            let first = await idle[0].rest()
            #expect(first.text.isEmpty)
        }
    }

    @Test func `an address that cannot be listened on ends the intake`() async throws {
        try await Self.open { admin, _ async throws in
            let error = await #expect(throws: IntakeError.self) {
                try await Self.open({ $0.adminPort = admin.port }) { _, _ in }
            }
            #expect(error?.code == .addressUnusable)
            #expect(error?.message.contains("127.0.0.1:\(admin.port ?? 0): address already in use") == true)
        }
    }
}

/// Says that its disk is full.
private final class FullSink: EventSink {
    static let reason = SinkUnavailable("/srv/events.ndjson: the disk is full.", retryAfter: .milliseconds(1500))

    let isFull = Locked(true)

    var unavailability: SinkUnavailable? { get async { isFull.withLock { $0 } ? Self.reason : nil } }

    func write(_ events: [SinkEvent]) async throws {}

    func close() async throws {}
}
