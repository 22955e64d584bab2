import EventSchema
import EventSupport

/// The clients of an app that a remote configuration governs, each under its namespace.
///
/// ```swift
/// let clients = EventPlatformClients(
///     remoteConfiguration: RemoteConfiguration(endpoint: "https://config.example.org/events.json", method: .get),
///     defaultConfiguration: [
///         ConfigurationBundle(
///             namespace: "app", networkConfiguration: NetworkConfiguration(endpoint: "intake.example.org"))
///     ]
/// ) { namespaces, state in
///     print("\(namespaces) by the \(state.rawValue) configuration")
/// }
/// clients["app"]?.submitClick(stream: "app.toolbar")
/// ```
///
/// The clients of the bundles given in code are there when the initializer returns. Then the documents that earlier
/// processes fetched are read and put into force, before any client runs or the handler is called: events that are
/// submitted meanwhile are decided by them. Then the document is fetched, and applied if its `configurationVersion` is
/// higher.
/// What it does not set keeps the value of the bundle of the same namespace in code, or else of `base`; what the app
/// has set at run time stays. A client lives through such a change, with its events and its session.
///
/// A bundle without a network configuration removes the client of its namespace, which keeps its store; a namespace
/// that a document does not name, or whose bundle cannot be used, stays as it is, after a restart too. What cannot be
/// read in a document is not used and reported in ``diagnostics``, with its path, at every start; the rest is. A value
/// that cannot be used keeps that of an earlier document.
///
/// Source: Snowplow's remote configuration.
public final class EventPlatformClients: Sendable {
    /// Called with the active namespaces when a configuration has come into force.
    public typealias SuccessHandler =
        @Sendable (_ namespaces: [String], _ state: RemoteConfigurationState) -> Void

    private let registry: ClientRegistry
    private let service: RemoteConfigurationService
    private let changes = Broadcast<ActiveConfiguration>()

    /// The marks of the app's own requests, which all clients share; see ``EventPlatformClient/primaryTraffic``.
    ///
    /// ```swift
    /// let (body, response) = try await clients.primaryTraffic.track {
    ///     try await URLSession.shared.data(from: url)
    /// }
    /// ```
    public let primaryTraffic: PrimaryTraffic

    private let clocks: any Clocks
    private let ownDiagnostics: Diagnostics
    /// Runs the service.
    private let task: Task<Void, Never>

    /// Creates the clients, and begins to fetch the document. No file is read before the initializer returns; what an
    /// earlier document names beside the bundles is there with the first call of `onSuccess`, or after
    /// ``activeConfiguration``.
    ///
    /// - Parameters:
    ///   - remoteConfiguration: where the document is.
    ///   - defaultConfiguration: the clients as long as no document was ever fetched, and what a document leaves open.
    ///   - base: the settings below all bundles: stream configurations, schemas, logger, transport. Its store names the
    ///     place in which each namespace has a file of its own. Unless given, the services are expected beside each
    ///     bundle's intake, as in ``EventPlatformClient/Configuration/init(server:store:)``.
    ///   - context: the contextual attributes of each client at the start.
    ///   - onSuccess: called for the cached configuration or the defaults, and for each document that is applied. None
    ///     of the clients sends anything before the first call has returned.
    public convenience init(
        remoteConfiguration: RemoteConfiguration, defaultConfiguration: [ConfigurationBundle],
        base: EventPlatformClient.Configuration? = nil, context: Context = .init(),
        onSuccess: @escaping SuccessHandler = { _, _ in }
    ) {
        let transport = base?.network.connection ?? DefaultConnection.make()
        self.init(remoteConfiguration, defaultConfiguration, base, context, onSuccess: onSuccess) { configuration in
            var environment = Environment(for: configuration)
            if configuration.network.connection == nil { environment.transport = transport }
            return environment
        }
    }

    /// Creates the clients in a given environment.
    package init(
        _ remote: RemoteConfiguration, _ bundles: [ConfigurationBundle], _ base: EventPlatformClient.Configuration?,
        _ context: Context, onSuccess: @escaping SuccessHandler,
        environment: @escaping @Sendable (EventPlatformClient.Configuration) -> Environment
    ) {
        let configuration =
            base ?? .init(streamConfigurations: .streams([:]), network: NetworkConfiguration(endpoint: ""))
        let diagnostics = Diagnostics(logger: configuration.logger)
        let cache = RemoteConfigurationCache(beside: configuration.store.location)
        let own = environment(configuration)
        let traffic = PrimaryTraffic(clocks: own.clocks)
        let registry = ClientRegistry(base: base, context: context, bundles: bundles) { configuration in
            var environment = environment(configuration)
            environment.primaryTraffic = traffic
            return environment
        }
        let service = RemoteConfigurationService(
            remote, registry, cache, own, diagnostics, changes: changes, onSuccess: onSuccess)
        (self.registry, self.service, ownDiagnostics) = (registry, service, diagnostics)
        (primaryTraffic, clocks) = (traffic, own.clocks)

        registry.create(bundles)
        task = Task { await service.run() }
    }

    deinit { task.cancel() }

    /// The active client of a namespace; `nil` for a namespace that is unknown or was removed.
    public subscript(namespace: String) -> EventPlatformClient? { registry[namespace] }

    /// The namespaces of the active clients, in the order in which they became active.
    public var namespaces: [String] { registry.namespaces }

    /// Fetches the document now, and applies it if it is newer.
    ///
    /// ```swift
    /// clients.refresh { namespaces, _ in print("now active: \(namespaces)") }
    /// ```
    ///
    /// - Parameter onSuccess: called if a newer document was applied, after the handler that the clients were created
    ///   with. Nothing unless given.
    public func refresh(onSuccess: @escaping SuccessHandler = { _, _ in }) {
        Task { [service] in
            if case .applied(let active) = await service.refresh() { onSuccess(active.namespaces, active.state) }
        }
    }

    /// Fetches the document now, and applies it if it is newer.
    ///
    /// ```swift
    /// if case .failed(let reason) = await clients.refresh() { print(reason) }
    /// ```
    ///
    /// - Returns: what became of it.
    @discardableResult
    public func refresh() async -> RefreshResult { await service.refresh() }

    /// The configuration in force: the active namespaces, and where it comes from.
    ///
    /// ```swift
    /// let clients = EventPlatformClients(remoteConfiguration: remote, defaultConfiguration: bundles)
    /// let active = await clients.activeConfiguration
    /// print("\(active.namespaces) by the \(active.state.rawValue) configuration")
    /// ```
    ///
    /// The asynchronous form of the handler that the clients are created with: directly after their creation it waits
    /// until the cached configuration or the defaults are in force. It does not wait for the document.
    public var activeConfiguration: ActiveConfiguration { get async { await service.activeConfiguration } }

    /// The configurations that come into force from now on, until the task that iterates is cancelled.
    ///
    /// ```swift
    /// for await active in clients.configurationChanges { print(active.namespaces) }
    /// ```
    public var configurationChanges: AsyncStream<ActiveConfiguration> { changes.stream() }

    /// Shuts all clients down at the same time; see ``EventPlatformClient/shutdown(deadline:)``. No document is applied
    /// any more, but one that is being applied, which comes first: what it forbids is not sent.
    ///
    /// - Parameter deadline: the maximum duration of all this together, as of the shutdown of one client. What a store,
    ///   a file or the app's handler has not done by then goes on behind the call.
    /// - Returns: what became of the events of each namespace.
    @discardableResult
    public func shutdown(deadline: Duration) async -> [String: FlushReport] {
        let end = clocks.sinceBoot.adding(deadline)
        task.cancel()
        _ = await clocks.run(until: end) { [task] in await task.value }
        let rest = max(.zero, end - clocks.sinceBoot)
        return await withTaskGroup(of: (String, FlushReport).self) { group in
            for (namespace, client) in registry.close() {
                group.addTask { (namespace, await client.shutdown(deadline: rest)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// The latest problems of the document, oldest first, 256 at most. Those of a client are in its own diagnostics.
    public var diagnostics: [Diagnostic] { ownDiagnostics.recent }
}
