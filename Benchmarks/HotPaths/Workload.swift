import EventPlatform
import EventSchema
import Foundation
import Logging

/// The client and the events of the benchmarks: clicks by the base schema for apps, of about 545 bytes once they are
/// stored, or events of a size that is given.
struct Workload: Sendable {
    let configuration: EventPlatformClient.Configuration
    private let streams: [EventPlatformClient.Stream]
    private let order: Order?

    static let refused: EventPlatformClient.Stream = "benchmark.refused"
    static let unknown: EventPlatformClient.Stream = "benchmark.unknown"

    init(store: URL, url: String?, streamCount: Int, eventBytes: Int?, eventsPerTransaction: Int) {
        order = eventBytes.map { Order(bytes: $0) }
        let names = (0..<max(1, streamCount)).map { $0 == 0 ? "benchmark.clicks" : "benchmark.clicks.\($0)" }
        streams = names.map { EventPlatformClient.Stream($0) }
        var entries: JSONObject = ["benchmark.refused": Self.stream(["sample": ["unit": "session", "rate": 0]])]
        for name in names { entries[name] = Self.stream(eventBytes == nil ? [:] : ["schema_title": "benchmark/order"]) }
        let intake = url.flatMap { URL(string: $0) } ?? URL(filePath: "/intake")
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams(entries), network: .init(destinations: .everything(to: intake)),
            store: .file(store))
        configuration.store.settings.maximumEvents = .max
        configuration.store.settings.maximumBytes = .max
        configuration.store.eventsPerTransaction = eventsPerTransaction
        configuration.validation.sources = [.documents([Order.id: Order.document])]
        configuration.dispatchMode = .manual
        configuration.network.gzipThreshold = nil
        configuration.logger = Logger(label: "hot-paths") { _ in SwiftLogNoOpLogHandler() }
        if url == nil { configuration.network.connection = Accepting() }
        self.configuration = configuration
    }

    private static func stream(_ changes: JSONObject) -> JSONValue {
        let attributes: JSONValue = ["agent_app_version_name", "page_id", "page_title", "performer_session_id"]
        var stream: JSONObject = [
            "schema_title": "analytics/product_metrics/app/base",
            "producers": ["metrics_platform_client": ["provide_values": attributes]],
        ]
        for (name, value) in changes { stream[name] = value }
        return .object(stream)
    }

    /// A client that is not started: it stores and sends when it is asked to.
    func client(_ changed: EventPlatformClient.Configuration? = nil) -> EventPlatformClient {
        var context = Context.empty
        context.agent.clientPlatform = .ios
        context.agent.appVersionName = "7.5.1 (2351)"
        context.page.id = 9_228
        context.page.title = "Blue whale"
        return EventPlatformClient(changed ?? configuration, context: context)
    }

    func submit(_ number: Int, to client: EventPlatformClient) {
        let stream = streams[number % streams.count]
        guard let order else { return Self.click(number, client, stream) }
        client.submit(stream: stream, event: order, domain: "en.wikipedia.org")
    }

    static func click(_ number: Int, _ client: EventPlatformClient, _ stream: EventPlatformClient.Stream) {
        client.submitClick(
            stream: stream,
            interactionData: InteractionData(
                subtype: "long_press", source: "toolbar", elementID: "button-\(number)",
                elementFriendlyName: "Save to reading list", funnelName: "reading_list"))
    }

    /// Accepts everything at once.
    private struct Accepting: NetworkConnection {
        func send(_ request: NetworkRequest) async throws -> NetworkResponse { NetworkResponse(status: 201) }
    }
}
