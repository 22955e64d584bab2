import EventSupport
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct TestPlatformTests {
    @Test func `a test platform sends the name of its test with every request`() async {
        for (platform, name) in [
            (TestPlatform(streams: ["s": [:]]), "\(#function)"),
            (TestPlatform(streams: ["s": [:]], test: "own"), "own"),
        ] {
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "s")
            _ = await platform.sentEvents()
            let posted = platform.connection.requests.filter { $0.method == .post }
            #expect(posted.map { $0.headers["X-Event-Test"] } == [name])
        }
    }

    @Test func `dropped events come with their reason, and with the event where it was built`() async {
        let platform = TestPlatform(streams: ["s": ["schema_title": "analytics/product_metrics/app/base"]])
        platform.client.submitClick(stream: "s", interactionData: .init(elementID: String(repeating: "x", count: 80)))
        #expect(await platform.droppedEvents().isEmpty, "it waits for the stream configurations")
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "unknown")
        let drops = await platform.droppedEvents()
        #expect(drops.map(\.reason).sorted() == [.invalid, .unknownStream])
        let invalid = drops.first { $0.reason == .invalid }
        #expect(invalid?.event?["action"] == "click")
        #expect(invalid?.description == "s: invalid: /element_id: is 80 characters long, at most 64 are allowed")
        #expect(drops.first { $0.reason == .unknownStream }?.event == nil)
    }

    @Test func `a response for events leaves the requests for stream configurations alone`() async {
        let platform = TestPlatform(streams: ["s": [:]])
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        await platform.loadConfigurations()
        #expect(platform.client.hasConfigurations)
        platform.client.submitClick(stream: "s")
        _ = await platform.sentEvents()
        #expect(platform.client.ledger.total.pending == 1)
        platform.connection.respond(at: TestPlatform.streamsURL) { _ in NetworkResponse(status: 500) }
        await platform.loadConfigurations()
        #expect(platform.client.diagnostics.contains { $0.kind == .configurationUnavailable })
    }

    @Test func `waiting for a request ends with the request, whether it came before or comes after`() async throws {
        let connection = RecordingConnection()
        async let second = connection.waitForRequest(2)
        for path in ["a", "b"] {
            let url = try #require(URL(string: "http://127.0.0.1/\(path)"))
            _ = try await connection.send(NetworkRequest(method: .get, url: url))
            _ = try await connection.send(NetworkRequest(method: .post, url: url))
        }
        #expect(try await second.url.lastPathComponent == "b")
        #expect(try await connection.waitForRequest(-1).url.lastPathComponent == "a")
        #expect(try await connection.waitForRequest { $0.method == .get }.method == .get)
        let never = Task { try await connection.waitForRequest(3) }
        never.cancel()
        await #expect(throws: CancellationError.self) { try await never.value }
    }

    @Test func `waitForSleep returns for a sleep of exactly that duration`() async throws {
        let clock = ManualClock()
        let (long, short) = (
            Task { try await clock.sleep(for: .seconds(60)) }, Task { try await clock.sleep(for: .seconds(5)) }
        )
        try await clock.waitForSleep(of: .seconds(60))
        try await clock.waitForSleep(of: .seconds(5))
        let other = Task { try await clock.waitForSleep(of: .seconds(30)) }
        for _ in 0..<20 { await Task.yield() }
        let third = Task { try await clock.sleep(for: .seconds(30)) }
        try await other.value
        #expect(clock.sleeps == [.seconds(5), .seconds(30), .seconds(60)])
        for sleep in [long, short, third] { sleep.cancel() }
    }

    @Test func `waitForSleep with a count returns when that many sleeps end at the time`() async throws {
        let clock = ManualClock()
        let first = Task { try await clock.sleep(for: .seconds(30)) }
        try await clock.waitForSleep(of: .seconds(30))
        let hasReturned = Locked(false)
        let both = Task {
            try await clock.waitForSleep(of: .seconds(30), count: 2)
            hasReturned.withLock { $0 = true }
        }
        for _ in 0..<20 { await Task.yield() }
        #expect(!hasReturned.withLock { $0 })
        let second = Task { try await clock.sleep(for: .seconds(30)) }
        try await both.value
        #expect(clock.sleeps == [.seconds(30), .seconds(30)])
        for sleep in [first, second] { sleep.cancel() }
    }

    @Test func `a wait for what never comes ends with what sleeps and what was requested`() async throws {
        let (clock, connection) = (ManualClock(), RecordingConnection())
        let sleep = Task { try await clock.sleep(for: .seconds(60)) }
        try await clock.waitForSleep(of: .seconds(60))
        _ = try await connection.send(NetworkRequest(method: .get, url: URL(filePath: "/streams")))
        await WaitLimit.$ticks.withValue(1) {
            await #expect {
                try await clock.waitForSleep(of: .seconds(30), count: 2)
            } throws: {
                "\($0)" == """
                    waited for 2 sleeps of 30.0 seconds; the code under test sleeps for 60.0 seconds
                    A client has its timer while events are stored: persist() stores what was submitted, \
                    droppedEvents() has what was dropped.
                    """
            }
            await #expect {
                _ = try await connection.waitForRequest()
            } throws: {
                "\($0)".hasSuffix("the requests so far: GET /streams")
            }
        }
        sleep.cancel()
    }

    @Test func `the timer of a client is there once its event is stored, and not when it was dropped`() async throws {
        for sampling in [TestPlatform.Sampling.inSample, .outOfSample] {
            let platform = TestPlatform(streams: ["s": [:]], sampling: sampling)
            await platform.loadConfigurations()
            platform.client.start().submitClick(stream: "s")
            await platform.client.persist()
            if sampling == .inSample {
                try await platform.clock.waitForSleep(of: .seconds(30))
            } else {
                await WaitLimit.$ticks.withValue(1) {
                    await #expect(throws: (any Error).self) {
                        try await platform.clock.waitForSleep(of: .seconds(30))
                    }
                }
                #expect(await platform.droppedEvents().map(\.reason) == [.outOfSample])
            }
        }
    }
}
