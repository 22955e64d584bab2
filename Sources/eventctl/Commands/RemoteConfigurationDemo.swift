import EventIntake
import EventPlatform
import EventSchema
import Foundation

/// Edits the remote configuration of two clients while they run: an update, a namespace that is removed, and one that
/// comes back.
struct RemoteConfigurationScenario {
    private let document: URL
    private let intake: URL
    private let clients: EventPlatformClients
    private let timeline = Timeline()

    /// Creates the clients. `document` is the file that the intake serves as the remote configuration, `stores` the
    /// folder of the clients' stores.
    init(intake: URL, document: URL, stores: URL) {
        (self.intake, self.document) = (intake, document)
        var base = EventPlatformClient.Configuration(
            server: intake, store: .file(stores.appendingPathComponent("events.sqlite")))
        base.logger = silentLogger
        base.dispatchMode = .immediate
        var context = Context()
        context.agent.clientPlatform = "ios"
        let endpoint = intake.appendingPathComponent("v1/client-config").absoluteString
        clients = EventPlatformClients(
            remoteConfiguration: RemoteConfiguration(endpoint: endpoint, method: .get),
            defaultConfiguration: [Self.bundle("reading", intake), Self.bundle("search", intake)],
            base: base, context: context
        ) { [timeline] namespaces, state in
            timeline.log("\(state.rawValue) configuration: \(namespaces.joined(separator: ", "))")
        }
    }

    private static func bundle(_ namespace: String, _ intake: URL) -> ConfigurationBundle {
        ConfigurationBundle(
            namespace: namespace, networkConfiguration: NetworkConfiguration(endpoint: intake.absoluteString))
    }

    /// Writes a version of the document.
    static func write(to document: URL, version: Int, _ bundles: [JSONValue]) throws {
        let json: JSONValue = [
            "$schema": "https://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/1-0-0",
            "configurationVersion": .number(version), "configurationBundle": .array(bundles),
        ]
        try Data(json.jsonBytes).write(to: document, options: .atomic)
    }

    /// Runs all steps.
    ///
    /// - Returns: the accounts of the two clients together.
    func run() async throws -> (submitted: Int, delivered: Int) {
        timeline.begin()
        try await submit("reading", "search")
        try await edit(2, "reading sends no session id, and one event a request", settings, active("search"))
        try await submit("reading", "search")
        try await edit(3, "search is removed; its store stays", ["namespace": "search"])
        try await submit("reading")
        try await edit(4, "search comes back", active("search"))
        try await submit("search")
        for setting in clients["reading"]?.explainSettings() ?? [] where setting.layer != .default {
            timeline.log("  reading: \(setting)")
        }
        let reports = await clients.shutdown(deadline: .seconds(30))
        timeline.log("the app ends: \(reports.keys.sorted().joined(separator: ", "))")
        let accounts = clients.namespaces.compactMap { clients[$0]?.ledger.total }
        return (accounts.map(\.submitted).reduce(0, +), accounts.map(\.delivered).reduce(0, +))
    }

    private func active(_ namespace: String) -> JSONValue {
        ["namespace": .string(namespace), "networkConfiguration": ["endpoint": .string(intake.absoluteString)]]
    }

    private var settings: JSONValue {
        [
            "namespace": "reading", "networkConfiguration": ["endpoint": .string(intake.absoluteString)],
            "trackerConfiguration": ["sessionContext": false], "clientConfiguration": ["bufferOption": "single"],
        ]
    }

    private func submit(_ namespaces: String...) async throws {
        for namespace in namespaces {
            clients[namespace]?.submitInteraction(stream: "app.error_reports", action: "timeout")
            let report = await clients[namespace]?.flush(deadline: .seconds(30))
            timeline.log("\(namespace): submitted 1, \(report?.delivered ?? 0) delivered")
        }
    }

    /// Writes a new version of the document, and fetches until the intake serves it.
    private func edit(_ version: Int, _ what: String, _ bundles: JSONValue...) async throws {
        timeline.log("version \(version) of the document: \(what)")
        try Self.write(to: document, version: version, bundles)
        let start = ContinuousClock.now
        while true {
            if case .applied = await clients.refresh() { return }
            guard ContinuousClock.now - start < .seconds(60) else {
                throw CommandError("version \(version) of the remote configuration was not served within a minute")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
