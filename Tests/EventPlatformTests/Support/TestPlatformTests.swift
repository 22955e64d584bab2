import EventPlatformTesting
import EventSchema
import Testing

@testable import EventPlatform

@Suite struct TestPlatformTests {
    @Test func `a test's platform sends its name with every event`() async {
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
}
