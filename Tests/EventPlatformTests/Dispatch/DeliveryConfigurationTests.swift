import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Defaults of delivery, its profiles, destinations and endpoints.
@Suite(.waitLimit) struct DeliveryConfigurationTests {
    static let streams: JSONObject = [
        "plain": ["schema_title": "analytics/product_metrics/app/base"],
        "logging": [
            "schema_title": "analytics/product_metrics/app/base",
            "destination_event_service": "eventgate-logging-external",
        ],
        "elsewhere": [
            "schema_title": "analytics/product_metrics/app/base", "destination_event_service": "nobody-knows-it",
        ],
    ]

    static func posts(_ platform: TestPlatform) -> [NetworkRequest] {
        platform.connection.requests.filter { $0.method == .post }
    }

    @Test func `the dispatch modes have the documented defaults`() {
        #expect(EventPlatformClient.Configuration(server: URL(filePath: "/")).dispatchMode == .periodic(.seconds(30)))
        #expect(DispatchMode(seconds: 120) == .periodic(.seconds(120)))
        #expect(DispatchMode(seconds: 0) == .immediate && DispatchMode(seconds: -1) == .manual)
        #expect(
            DispatchMode.piggyback()
                == .piggyback(idle: .milliseconds(4500), min: .seconds(20), max: .seconds(180)))
        #expect(EmitterConfiguration(.snowplow).emptyReads == .init())
        #expect(EmitterConfiguration().emptyReads == nil)
    }

    @Test func `each profile retries the documented statuses and attempts`() {
        let policy = RetryPolicy()
        #expect((100...599).allSatisfy(policy.retries))
        let snowplow = EmitterConfiguration(.snowplow).retryPolicy
        for status in 100...599 {
            #expect(snowplow.retries(status: status) == ![400, 401, 403, 410, 422].contains(status), "\(status)")
        }
        #expect(policy.maximumAttempts == 5 && snowplow.maximumAttempts == 5)
    }

    @Test func `batch sizes and byte limits have the documented defaults`() {
        #expect([BufferOption.single, .defaultGroup, .largeGroup, 7].map(\.count) == [1, 10, 25, 7])
        let ours = EmitterConfiguration()
        #expect(ours.bufferOption == 100 && ours.byteLimitPost == 90_000 && ours.emitRange == 150)
        let snowplow = EmitterConfiguration(.snowplow)
        #expect(snowplow.bufferOption == .defaultGroup && snowplow.byteLimitPost == 40_000)
    }

    @Test func `events go to the endpoint of their destination, and of an unknown destination to analytics`() async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.network.destinations =
                NetworkConfiguration(
                    endpoint: "https://mine.example",
                    destinations: Destinations(
                        services: ["eventgate-logging-external": URL(filePath: "/logging")])
                ).destinations
        }
        await platform.loadConfigurations()
        for (stream, place) in [
            ("plain", "https://mine.example/v1/events"), ("logging", "file:///logging"),
            ("elsewhere", "https://mine.example/v1/events"),
        ] {
            platform.client.submitClick(stream: .init(stream))
            await platform.client.dispatch()
            #expect(Self.posts(platform).last?.url.absoluteString == place, "\(stream)")
        }
        #expect(platform.client.ledger.total.delivered == 3)
        #expect(Destinations.production.services.count == 2)
        let remark = "no URL is known for destination nobody-knows-it; its events go to eventgate-analytics-external"
        #expect(platform.client.diagnostics.contains { $0.message.hasSuffix(remark) })
    }

    @Test func `with pending consent configurations are fetched and events are kept until consent is granted`() async {
        let platform = TestPlatform(streams: Self.streams) { $0.consent = .pending }
        await platform.loadConfigurations()
        #expect(platform.connection.requests.map(\.method) == [.get], "configurations hold no user data")
        platform.client.submitClick(stream: "plain")
        #expect(await platform.client.dispatch().pending == 1)
        #expect(Self.posts(platform).isEmpty)
        await platform.client.set(consent: .granted)
        #expect(await platform.client.dispatch().delivered == 1)
    }

    @Test func `an endpoint that is not an HTTP URL is reported, and events are kept`() async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.network.destinations = NetworkConfiguration(endpoint: "ftp://nowhere").destinations
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "plain")
        #expect(await platform.client.dispatch().pending == 1)
        #expect(platform.client.diagnostics.contains { $0.kind == .delivery && $0.message.contains("endpoint") })
    }

    @Test(
        arguments: [
            ("intake.example.org", nil, "https://intake.example.org/v1/events"),
            ("intake.example.org/", nil, "https://intake.example.org/v1/events"),
            ("intake.example.org:8192", nil, "https://intake.example.org:8192/v1/events"),
            ("http://127.0.0.1:8192", nil, "http://127.0.0.1:8192/v1/events"),
            ("HTTPS://Example.org", nil, "HTTPS://Example.org/v1/events"),
            (" https://example.org ", nil, "https://example.org/v1/events"),
            ("https://example.org/evt/v2/events?hasty=true", nil, "https://example.org/evt/v2/events?hasty=true"),
            ("https://example.org?hasty=true", nil, "https://example.org/v1/events?hasty=true"),
            ("example.org", "/my/path", "https://example.org/my/path"),
            ("example.org/v1/events", "my/path", "https://example.org/my/path"),
            ("[::1]:8192", nil, "https://[::1]:8192/v1/events"),
            ("h:8080/p?q=http://x", nil, "https://h:8080/p?q=http://x"), ("mailto:x@example.org", nil, nil),
            ("example.org:0", nil, nil), ("example.org:99999", nil, nil),
            ("example.org#part", nil, "https://example.org/v1/events"),
            ("ftp://example.org", nil, nil), ("", nil, nil), ("https://", nil, nil), ("not a host", nil, nil),
        ] as [(String, String?, String?)])
    func `an endpoint is completed with a scheme and a path, or refused`(endpoint: String, path: String?, url: String?)
    {
        let network = NetworkConfiguration(endpoint: endpoint, path: path)
        #expect(network.destinations.url(of: Destinations.analytics)?.absoluteString == url)
        #expect(network.method == .post && network.timeout == .seconds(30))
    }

    @Test(arguments: [NetworkRequest.Method.post, .get])
    func `headers of the app replace the client's own in every request`(method: NetworkRequest.Method) async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.network.method = method
            $0.network.headers = ["X-Client": "me", "Content-Type": "text/plain"]
            $0.network.timeout = .seconds(7)
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "plain")
        await platform.client.dispatch()
        let request = platform.connection.requests.last
        #expect(request?.method == method)
        #expect(request?.headers == ["X-Client": "me", "Content-Type": "text/plain"])
        #expect(request?.timeout == .seconds(7))
    }
}
