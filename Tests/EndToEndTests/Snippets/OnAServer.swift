import EventPlatform
import EventPlatformTesting
import EventSchema
import EventStreams
import TestSupport
import Testing

private func group(of user: String, in experiment: ExperimentConfiguration) -> String? {
    experiment.enrollment(of: user, wiki: nil)?.group
}

private func health(_ client: EventPlatformClient) -> String {
    let account = client.ledger.total
    let mistakes = account.dropped.filter { !$0.key.isIntended }.map(\.value).reduce(0, +)
    return "\(account.delivered) delivered, \(account.pending) wait, \(mistakes) dropped by mistake"
}

/// The snippets of the page `OnAServer` that `Examples/Server` does not have, run.
@Suite(.waitLimit) struct OnAServerTests {
    private static let streams: JSONObject = [
        "shop.orders": [
            "schema_title": "analytics/product_metrics/server/base",
            "producers": ["metrics_platform_client": ["provide_values": ["performer_session_id"]]],
        ]
    ]

    @Test func `an event of a server has the session of its request`() async {
        let streams = Self.streams
        var context = Context()
        context.agent.clientPlatform = .swiftServer
        let platform = TestPlatform(streams: streams, context: context)
        await platform.loadConfigurations()
        platform.client.submitInteraction(stream: "shop.orders", action: "pay") {
            $0.performer.sessionID = "0b5e0000000000000000"
        }
        await platform.expectEvent(stream: "shop.orders", ["performer": ["session_id": "0b5e0000000000000000"]])
        platform.client.submitClick(stream: "shop.order")
        #expect(health(platform.client) == "1 delivered, 0 wait, 1 dropped by mistake")
        #expect(platform.client.ledger.total.unvalidated == 0)
    }

    @Test func `the group of a user is the one that a client computes`() async throws {
        let list = try ConfigurationList(experiments: [
            [
                "name": "larger-basket", "start": "2025-01-01", "end": "2026-12-31", "stream_name": "s",
                "contextual_attributes": [], "sample_rate": ["default": 1], "user_identifier_type": "mw-user",
                "groups": ["control", "treatment"],
            ]
        ])
        let experiment = try #require(list.entries.first)
        let groups = Set((1...20).compactMap { group(of: "\($0)", in: experiment) })
        #expect(groups == ["control", "treatment"])
        #expect(group(of: "7", in: experiment) == group(of: "7", in: experiment))
    }
}
