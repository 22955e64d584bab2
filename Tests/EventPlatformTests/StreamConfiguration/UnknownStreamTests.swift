import EventPlatformTesting
import EventSchema
import EventSupport
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct UnknownStreamTests {
    static let streams: JSONObject = [
        "app.toolbar": ["schema_title": "analytics/product_metrics/app/base"], "app.search": [:], "/^job\\./": [:],
    ]

    static func reports(_ platform: TestPlatform) -> [String] {
        platform.client.diagnostics.filter { $0.kind == .misuse }.map(\.message)
    }

    @Test func `a name that no stream has is reported once, with the nearest known name`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        for _ in 0..<3 {
            for name in ["app.toolbr", "app.toolbar", "job.done", "checkout"] {
                platform.client.submitClick(stream: .init(name))
            }
            await platform.client.persist()
        }
        #expect(
            Self.reports(platform) == [
                "no stream configuration has “app.toolbr”, so its events are dropped; did you mean “app.toolbar”?",
                "no stream configuration has “checkout”, so its events are dropped",
            ])
        #expect(platform.client.ledger["app.toolbr"].dropped == [.unknownStream: 3])
    }

    @Test func `a name is refused and reported also where no stream has a pattern`() async {
        let platform = TestPlatform(streams: ["app.toolbar": [:]])
        await platform.loadConfigurations()
        for _ in 0..<3 { platform.client.submitClick(stream: "app.toolbr") }
        await platform.client.persist()
        #expect(Self.reports(platform).count == 1)
        await platform.client.set(consent: .declined)
        platform.client.submitClick(stream: "app.toolbr")
        _ = await platform.client.shutdown(deadline: .zero)
        platform.client.submitClick(stream: "app.toolbr")
        let account = platform.client.ledger["app.toolbr"]
        #expect(account.dropped == [.unknownStream: 3, .consentDeclined: 1, .shutDown: 1] && account.submitted == 5)
    }

    @Test func `a name is reported too when its event waited for the stream configurations`() async {
        let platform = TestPlatform(streams: Self.streams)
        platform.client.submitClick(stream: "app.serach")
        await platform.client.persist()
        #expect(Self.reports(platform) == [])
        await platform.loadConfigurations()
        #expect(Self.reports(platform).map { $0.hasSuffix("did you mean “app.search”?") } == [true])
    }

    @Test func `a running client reports a name without any further call`() async throws {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        platform.client.start()
        platform.client.submitClick(stream: "app.toolbr")
        try await platform.clock.waitForSleep(of: .defaultCommitDelay)
        let seen = platform.client.dependencies.mailbox.changed.count
        platform.clock.advance(by: .defaultCommitDelay)
        await platform.client.dependencies.mailbox.changed.wait(after: seen)  // the commit of the ledger
        #expect(Self.reports(platform).count == 1)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `an explanation has the nearest known name`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        #expect(await platform.client.explain(stream: "app.toolbr").summary.contains("did you mean “app.toolbar”?"))
    }

    @Test func `no more than 256 names are reported`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        for number in 0..<300 { platform.client.submitClick(stream: .init("stream \(number)")) }
        await platform.client.persist()
        #expect(Self.reports(platform).count == 256)
    }
}
