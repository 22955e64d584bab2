import EventPlatform
import EventPlatformTesting
import EventSchema
import EventStreams
import TestSupport
import Testing

/// Sampling, consent, session, page view and experiment, each set in one line.
@Suite(.waitLimit) struct ConditionTests {
    private static let streams: JSONObject = [
        "none": ["sample": ["unit": "session", "rate": 0]],
        "salted": ["sample": ["unit": "device", "rate": 0.001, "salt": "s"]],
        "pages": ["sample": ["unit": "pageview", "rate": 0.5]],
        "older": ["producers": ["metrics_platform_client": ["sampling": ["identifier": "session", "rate": 0.001]]]],
        "all": [:],
    ]

    private static func sentStreams(_ sampling: TestPlatform.Sampling, _ streams: JSONObject = streams) async -> Set<
        String
    > {
        let platform = TestPlatform(streams: streams, sampling: sampling)
        await platform.loadConfigurations()
        for name in streams.names { platform.client.submitClick(stream: .init(name)) }
        return Set(await platform.sentEvents().compactMap { $0["meta"]?["stream"]?.string })
    }

    @Test func `a test is in sample for every stream unless it says otherwise`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        for name in Self.streams.names {
            platform.client.submitClick(stream: .init(name))
            await platform.expectEvent(stream: .init(name))
        }
        #expect(await Self.sentStreams(.outOfSample).isEmpty)
        #expect(await Self.sentStreams(.asConfigured).isSuperset(of: ["all"]))
        #expect(await Self.sentStreams(.asConfigured).isDisjoint(with: ["none", "pages"]))
    }

    @Test func `a sampling that cannot be read still has nothing in its sample`() async {
        #expect(await Self.sentStreams(.inSample, ["broken": ["sample": ["unit": "planet", "rate": 0.5]]]).isEmpty)
    }

    @Test func `streams that are set later are in sample too`() async {
        let platform = TestPlatform(streams: [:])
        platform.set(streams: Self.streams)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "none")
        await platform.expectEvent(stream: "none")
    }

    @Test func `a test puts its user into a group of an experiment, or into none`() async {
        let platform = TestPlatform(streams: [:])
        #expect(platform.client.enrollment(in: "larger-search-field") == nil)
        platform.enroll(in: "larger-search-field", group: "treatment")
        let enrollment = platform.client.enrollment(in: "larger-search-field")
        #expect(enrollment?.group == "treatment" && enrollment?.isForced == false)
        #expect(enrollment?.eventObject["enrolled"] == "larger-search-field")
        #expect(platform.client.enrollment(in: "another-experiment") == nil)
        platform.enroll(in: "larger-search-field", group: nil)
        #expect(platform.client.enrollment(in: "larger-search-field") == nil)
    }

    @Test func `a name that no experiment can have fails the test with the rule`() async {
        let failures = await failures { TestPlatform(streams: [:]).enroll(in: "short", group: "treatment") }
        #expect(failures.map(\.line) == [#line - 1])
        #expect(failures.first?.text.contains("8 to 63 letters") == true, "\(failures)")
    }
}
