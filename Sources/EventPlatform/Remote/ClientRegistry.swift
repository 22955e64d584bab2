import EventSchema
import EventSupport
import Foundation

/// The clients of a remote configuration by their namespaces, and the layers of each.
///
/// Only ``RemoteConfigurationService`` changes it, one change after the other; any thread may read it.
final class ClientRegistry: Sendable {
    private struct State {
        /// In the order in which they came.
        var namespaces: [String] = []
        var clients: [String: EventPlatformClient] = [:]
        /// The bundles of documents, with the layer of the document.
        var fetched: [String: (SettingLayer, ConfigurationBundle)] = [:]
        /// The clients that were removed. They have what the app and the user have decided, also after the removal.
        var removed: [String: EventPlatformClient] = [:]
        /// Whether clients run.
        var isStarted = false
        var awaitsRemoteConfiguration = true
        /// Whether no client is added any more.
        var isClosed = false
    }
    /// A lock, since any thread of the app looks clients up without waiting for the service.
    private let state = Locked(State())
    private let base: EventPlatformClient.Configuration?
    private let context: Context
    private let bundles: [String: ConfigurationBundle]
    private let environment: @Sendable (EventPlatformClient.Configuration) -> Environment

    /// Creates a registry without clients. `base` is what the layers stand on; `nil` for the services at the endpoint
    /// of each bundle. `bundles` are those that code gives.
    init(
        base: EventPlatformClient.Configuration?, context: Context, bundles: [ConfigurationBundle],
        environment: @escaping @Sendable (EventPlatformClient.Configuration) -> Environment
    ) {
        (self.base, self.context, self.environment) = (base, context, environment)
        self.bundles = Dictionary(bundles.map { ($0.namespace, $0) }) { first, _ in first }
    }

    /// The namespaces that code names.
    var namespacesOfCode: Set<String> { Set(bundles.keys) }
    /// Whether no client is added any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var namespaces: [String] { state.withLock { $0.namespaces } }
    var clients: [(namespace: String, client: EventPlatformClient)] {
        state.withLock { state in state.namespaces.compactMap { name in state.clients[name].map { (name, $0) } } }
    }
    subscript(namespace: String) -> EventPlatformClient? { state.withLock { $0.clients[namespace] } }

    // MARK: - Changes

    /// Creates the clients of the bundles that code gives. They run from ``start()`` on, and send nothing before
    /// ``allowSending()``.
    func create(_ bundles: [ConfigurationBundle]) {
        for bundle in bundles where bundle.isActive && self[bundle.namespace] == nil {
            if let client = makeClient(bundle.namespace) { add(client, bundle.namespace) }
        }
    }

    /// Runs the clients that there are, and each new one.
    func start() {
        state.withLock { $0.isStarted = true }
        for (_, client) in clients { client.start() }
    }

    /// Applies the bundles of a document: changes, creates and removes clients. Those that the document does not name
    /// stay as they are. It ends early when the registry is closed.
    ///
    /// The clients that are changed wait for their stores at the same time, so that none whose store is locked delays
    /// what the document says of the others.
    func apply(_ bundles: [ConfigurationBundle], layer: SettingLayer) async {
        if isClosed { return }
        await withTaskGroup(of: Void.self) { group in
            for bundle in bundles where bundle.isActive {
                state.withLock { $0.fetched[bundle.namespace] = (layer, bundle) }
                guard let client = self[bundle.namespace], let layers = layers(of: bundle.namespace) else { continue }
                group.addTask { await client.adopt(layers) }
            }
        }
        for bundle in bundles {
            if isClosed { return }
            guard bundle.isActive else {
                await remove(bundle.namespace)
                continue
            }
            if self[bundle.namespace] == nil { await addClient(bundle.namespace) }
        }
    }

    /// Creates the client of a namespace, with what the app had set on an earlier one.
    private func addClient(_ namespace: String) async {
        guard let client = makeClient(namespace) else { return }
        let earlier = state.withLock { $0.removed.removeValue(forKey: namespace) }
        if let earlier { await client.restore(earlier.runTimeSettings) }
        add(client, namespace)
        if !state.withLock({ $0.awaitsRemoteConfiguration }) { await client.allowSending() }
    }

    /// Lets the clients send.
    func allowSending() async {
        let wasWaiting = state.withLock { state in
            defer { state.awaitsRemoteConfiguration = false }
            return state.awaitsRemoteConfiguration
        }
        guard wasWaiting else { return }
        for (_, client) in clients { await client.allowSending() }
    }

    /// Lets no client be added from now on.
    ///
    /// - Returns: the clients.
    func close() -> [(namespace: String, client: EventPlatformClient)] {
        state.withLock { $0.isClosed = true }
        return clients
    }

    private func add(_ client: EventPlatformClient, _ namespace: String) {
        client.dependencies.mailbox.post(.fetchAnnounced)
        let isStarted = state.withLock { state in
            if state.isClosed { return false }
            state.clients[namespace] = client
            state.namespaces.append(namespace)
            return state.isStarted
        }
        if isStarted { client.start() }
    }

    /// Stops a client. Its store stays, and what the app has set on it.
    private func remove(_ namespace: String) async {
        let client = state.withLock { state in
            state.namespaces.removeAll { $0 == namespace }
            state.fetched[namespace] = nil
            return state.clients.removeValue(forKey: namespace)
        }
        guard let client else { return }
        state.withLock { $0.removed[namespace] = client }
        _ = await client.shutdown(deadline: .zero)
    }

    // MARK: - Making clients

    private func makeClient(_ namespace: String) -> EventPlatformClient? {
        guard let layers = layers(of: namespace) else { return nil }
        let configuration = layers.settings.configuration
        let client = EventPlatformClient(configuration, context: context, environment: environment(configuration))
        client.set(layers, awaitsRemoteConfiguration: true)
        return client
    }

    private func layers(of namespace: String) -> SettingLayers? {
        let fetched = state.withLock { $0.fetched[namespace] }
        let layers = [bundles[namespace].map { (SettingLayer.bundle, $0) }, fetched].compactMap(\.self)
        let networks = layers.compactMap(\.1.networkConfiguration)
        guard let network = networks.last else { return nil }
        var configuration = base ?? .init(at: network)
        configuration.store.location = configuration.store.location.sibling(namespace)
        return SettingLayers(configuration, layers)
    }
}

extension EventPlatformClient.Configuration {
    /// The services at the place of an intake, as `eventctl serve` has them.
    fileprivate init(at network: NetworkConfiguration) {
        let intake = network.destinations.url(of: Destinations.analytics)
        if let server = intake.flatMap({ URL(string: "/", relativeTo: $0)?.absoluteURL }) {
            self.init(server: server)
        } else {
            self.init(streamConfigurations: .streams([:]), network: network)
        }
    }
}

extension StoreLocation {
    /// The location of the store of a namespace, beside this one.
    fileprivate func sibling(_ namespace: String) -> StoreLocation {
        switch self {
        case .applicationState: .applicationState(namespace: namespace)
        case .file(let url):
            .file(
                url.deletingLastPathComponent()
                    .appendingPathComponent(ApplicationState.fileName(namespace), isDirectory: false))
        case .inMemory: .inMemory
        }
    }
}
