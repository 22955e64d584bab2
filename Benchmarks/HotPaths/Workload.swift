import EventPlatform
import EventSchema
import Foundation
import Logging

/// The events of the benchmarks: clicks by the base schema for apps, of about 545 bytes once they are stored.
enum Workload {
    private static let streams: JSONObject = [
        "benchmark.clicks": [
            "schema_title": "analytics/product_metrics/app/base",
            "producers": [
                "metrics_platform_client": [
                    "provide_values": ["agent_app_version_name", "page_id", "page_title", "performer_session_id"]
                ]
            ],
        ],
        "benchmark.refused": [
            "schema_title": "analytics/product_metrics/app/base", "sample": ["unit": "session", "rate": 0],
        ],
    ]

    /// A client that is not started: it stores and sends when it is asked to.
    static func client(file: URL, url: String?) -> EventPlatformClient {
        let intake = url.flatMap { URL(string: $0) } ?? URL(filePath: "/intake")
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams(streams), network: .init(destinations: .everything(to: intake)),
            store: .file(file))
        configuration.store.settings.maximumEvents = .max
        configuration.store.settings.maximumBytes = .max
        configuration.dispatchMode = .manual
        configuration.network.gzipThreshold = nil
        configuration.logger = Logger(label: "hot-paths") { _ in SwiftLogNoOpLogHandler() }
        if url == nil { configuration.network.connection = Accepting() }
        var context = Context.empty
        context.agent.clientPlatform = .ios
        context.agent.appVersionName = "7.5.1 (2351)"
        context.page.id = 9_228
        context.page.title = "Blue whale"
        return EventPlatformClient(configuration, context: context)
    }

    static func submit(_ number: Int, to client: EventPlatformClient, _ stream: EventPlatformClient.Stream = clicks) {
        client.submitClick(
            stream: stream,
            interactionData: InteractionData(
                subtype: "long_press", source: "toolbar", elementID: "button-\(number)",
                elementFriendlyName: "Save to reading list", funnelName: "reading_list"))
    }
    private static let clicks: EventPlatformClient.Stream = "benchmark.clicks"

    /// Accepts everything at once.
    private struct Accepting: NetworkConnection {
        func send(_ request: NetworkRequest) async throws -> NetworkResponse { NetworkResponse(status: 201) }
    }
}
