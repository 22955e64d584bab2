import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import Logging
import TestSupport
import Testing

@testable import EventPlatform

/// Clients under a remote configuration, with manual clocks, a recording transport, and stores in a folder.
final class RemotePlatform: Sendable {
    static let endpoint = "https://config.example/events.json"
    static let streams: JSONValue = [
        "streams": [
            "app.toolbar": [
                "schema_title": "analytics/product_metrics/app/base",
                "producers": [
                    "metrics_platform_client": [
                        "provide_values": [
                            "performer_session_id", "performer_name", "performer_id", "agent_device_language",
                            "page_title",
                        ]
                    ]
                ],
            ]
        ]
    ]

    let clock = ManualClock()
    let connection = RecordingConnection { request in
        if request.url.path == "/w/api.php" || request.url.path == "/streams" {
            return NetworkResponse(status: 200, body: streams.jsonBytes)
        }
        return NetworkResponse(status: request.method == .post || request.url.query != nil ? 201 : 404)
    }
    let folder: TemporaryFolder
    private let documentURL: URL
    private let server: URL
    /// Each call of the handler, such as `default: a, b`.
    let calls = Locked<[String]>([])
    /// The time since boot at which the platform was made.
    let start: Duration

    init() throws {
        folder = try TemporaryFolder()
        start = clock.sinceBoot
        documentURL = try #require(URL(string: Self.endpoint))
        server = try #require(URL(string: "https://base.example"))
        serve(nil)
    }

    /// Sets the document that requests get; with `nil` they get 503.
    func serve(_ document: JSONValue?) {
        let bytes = document?.jsonBytes
        let tag = "\"\(bytes?.hashValue ?? 0)\""
        connection.respond(at: documentURL) { request in
            guard let bytes else { return NetworkResponse(status: 503) }
            if request.headers["If-None-Match"] == tag { return NetworkResponse(status: 304) }
            return NetworkResponse(status: 200, headers: ["ETag": tag], body: bytes)
        }
    }

    /// Sets the function that responds to the requests for the document.
    func respond(_ responder: @escaping RecordingConnection.Responder) {
        connection.respond(at: documentURL, responder)
    }

    /// Makes the clients, as a new process would.
    func makeClients(
        waits: Bool = false, inMemory: Bool = false, _ bundles: ConfigurationBundle...,
        store: (any EventStore)? = nil, inHandler: @escaping @Sendable () -> Void = {}
    ) -> EventPlatformClients {
        var remote = RemoteConfiguration(endpoint: Self.endpoint, method: .get)
        remote.waitsForConfiguration = waits
        return EventPlatformClients(
            remote, bundles, base(inMemory: inMemory, store), TestPlatform.appContext,
            onSuccess: { [calls] namespaces, state in
                calls.withLock { $0.append("\(state.rawValue): \(namespaces.joined(separator: ", "))") }
                inHandler()
            },
            environment: environment)
    }

    /// Makes the registry of such clients alone, without a remote configuration.
    func makeRegistry(_ bundles: ConfigurationBundle...) -> ClientRegistry {
        ClientRegistry(
            base: base(inMemory: true), context: TestPlatform.appContext, bundles: bundles, environment: environment)
    }

    private func base(inMemory: Bool, _ store: (any EventStore)? = nil) -> EventPlatformClient.Configuration {
        var base = EventPlatformClient.Configuration(
            server: server, store: inMemory ? .inMemory : .file(folder.file("base.sqlite")))
        if let store { base.store.custom = { store } }
        base.validation.sources = []
        base.network.reachability = nil
        base.network.gzipThreshold = nil
        base.dispatchMode = .manual
        base.logger = Logger(label: "RemotePlatform") { _ in SwiftLogNoOpLogHandler() }
        return base
    }

    private var environment: @Sendable (EventPlatformClient.Configuration) -> Environment {
        { [clock, connection] configuration in
            var environment = Environment(for: configuration)
            (environment.clocks, environment.transport) = (clock, connection)
            return environment
        }
    }

    static func bundle(_ namespace: String) -> ConfigurationBundle {
        var network = NetworkConfiguration(endpoint: "https://code.example")
        network.gzipThreshold = nil  // so that a test can read what was sent
        return ConfigurationBundle(namespace: namespace, networkConfiguration: network)
    }

    /// The events that were sent so far, with the host that they were sent to.
    var sent: [(host: String, event: JSONValue)] {
        connection.requests.filter { $0.method == .post }.flatMap { request in
            let events = (try? JSONValue(parsingLeniently: request.body))?.array ?? []
            return events.map { (request.url.host ?? "", $0) }
        }
    }

    /// How often the document was requested.
    var requests: [NetworkRequest] { connection.requests.filter { $0.url.absoluteString == Self.endpoint } }
}

extension EventPlatformClients {
    /// Waits for the next configuration that comes into force.
    func waitForConfiguration(where condition: (ActiveConfiguration) -> Bool) async {
        for await active in configurationChanges where condition(active) { return }
    }
}
