import EventPlatformTesting
import EventSchema
import Testing

@testable import EventPlatform

@Suite struct TestPlatformTests {
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
}
