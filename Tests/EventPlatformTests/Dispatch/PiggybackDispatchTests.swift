import EventPlatformTesting
import EventSchema
import TestSupport
import Testing

@testable import EventPlatform

/// A running client in the piggy-back mode, on a manual clock.
@Suite(.waitLimit) struct PiggybackDispatchTests {
    private func runningPlatform(
        _ mode: DispatchMode = .piggyback(), context: Context = TestPlatform.appContext
    ) async -> TestPlatform {
        let schema = (context.agent.clientPlatformFamily ?? .app).baseSchema
        let streams: JSONObject = ["app": ["schema_title": .string(schema.title)]]
        let platform = TestPlatform(streams: streams, context: context) { $0.dispatchMode = mode }
        await platform.loadConfigurations()
        platform.client.start()
        return platform
    }

    @Test func `stored events are sent 4.5 s after the app's last request has ended`() async throws {
        let platform = await runningPlatform()
        let (client, clock) = (platform.client, platform.clock)
        client.submitClick(stream: "app")
        await client.persist()
        await platform.waitForSendingCycle(in: .seconds(180))  // its session began with it
        clock.advance(by: .seconds(25))
        let requests = [client.primaryTraffic.begin(), client.primaryTraffic.begin()]
        requests[0].end()
        clock.advance(by: .seconds(10))
        requests[1].end()
        await platform.waitForSendingCycle(in: .milliseconds(4500))
        #expect(!platform.connection.requests.contains { $0.method == .post })
        clock.advance(by: .milliseconds(4500))
        _ = try await platform.connection.waitForRequest()
        _ = await client.shutdown(deadline: .seconds(1))
        #expect(client.ledger.total.delivered == 1)
    }

    /// Fails when the minimum and the maximum begin with the first stored event of a destination.
    @Test func `the start of the session counts as the first upload, however late the first event is stored`()
        async throws
    {
        let platform = await runningPlatform()
        let (client, clock) = (platform.client, platform.clock)
        client.submitClick(stream: "unknown")  // begins the session, and is not stored
        clock.advance(by: .seconds(100))
        client.submitClick(stream: "app")
        await client.persist()
        await platform.waitForSendingCycle(in: .seconds(80))  // at the latest 180 s after the start
        clock.advance(by: .seconds(1))
        client.noteNetworkActivity()
        await platform.waitForSendingCycle(in: .milliseconds(4500))
        clock.advance(by: .milliseconds(4500))
        _ = try await platform.connection.waitForRequest()
        _ = await client.shutdown(deadline: .seconds(1))
        #expect(client.ledger.total.delivered == 1)
    }

    @Test func `traffic before the first event of a destination counts`() async throws {
        let platform = await runningPlatform(.piggyback(min: .zero))
        platform.client.noteNetworkActivity()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        await platform.waitForSendingCycle(in: .milliseconds(4500))
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `a new session moves no maximum of events that wait already`() async throws {
        let platform = await runningPlatform()
        let (client, clock) = (platform.client, platform.clock)
        client.submitClick(stream: "app")
        await client.persist()
        await platform.waitForSendingCycle(in: .seconds(180))
        clock.advance(by: .seconds(100))
        client.resetSession()
        client.submitClick(stream: "app")
        await client.persist()
        #expect(!platform.connection.requests.contains { $0.method == .post })
        clock.advance(by: .seconds(80))  // the timer of the session before
        _ = try await platform.connection.waitForRequest()
        await until("the events are delivered") { client.ledger.total.delivered == 2 }
        _ = await client.shutdown(deadline: .zero)
    }

    /// The upload is a flush, which returns when its cycle has ended: a cycle that still runs would send the event.
    @Test func `a new session moves the maximum for events that are stored later`() async throws {
        let platform = await runningPlatform()
        let (client, clock) = (platform.client, platform.clock)
        client.submitClick(stream: "app")
        #expect(await client.flush(deadline: .seconds(1)).delivered == 1)
        clock.advance(by: .seconds(50))
        client.resetSession()
        client.submitClick(stream: "app")
        await client.persist()
        await platform.waitForSendingCycle(in: .seconds(180))
        _ = await client.shutdown(deadline: .zero)
    }

    @Test(arguments: [true, false])
    func `the mode warns once on a server, and not elsewhere`(isServer: Bool) async throws {
        var context = TestPlatform.appContext
        if isServer { context.agent.clientPlatform = .swiftServer }
        let platform = await runningPlatform(context: context)
        let client = platform.client
        client.submitInteraction(stream: "app", action: "open")
        await client.persist()
        await platform.waitForSendingCycle(in: .seconds(180))
        client.set(dispatchMode: .piggyback(max: .seconds(60)))
        await platform.waitForSendingCycle(in: .seconds(60))
        let warnings = client.diagnostics.filter { $0.message.hasPrefix("piggy-back dispatch on a server") }
        #expect(warnings.count == (isServer ? 1 : 0), "\(client.diagnostics)")
        _ = await client.shutdown(deadline: .zero)
    }
}
