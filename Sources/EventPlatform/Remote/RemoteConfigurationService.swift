import EventSupport
import Foundation

/// Fetches the remote configuration document and applies it to the clients.
actor RemoteConfigurationService {
    private let remote: RemoteConfiguration
    private let registry: ClientRegistry
    private let cache: RemoteConfigurationCache
    private let connection: TimeLimitedConnection
    private let diagnostics: Diagnostics
    private let loop: FetchLoop
    private let onSuccess: EventPlatformClients.SuccessHandler
    private let changes: Broadcast<ActiveConfiguration>

    /// The document in force: its version, and what was received.
    private var version: Int?
    private var known: ConfigurationDocument?
    private var inForce = BundlesInForce()
    private var active: ActiveConfiguration?
    private var failures = 0
    /// The fetch that began last. One begins when the one before has ended.
    private var fetch: Task<RefreshResult, Never>?
    /// Whether ``run()`` is ending or has ended.
    private var isStopped = false
    /// Ended when the first configuration has been announced.
    private let announced = Signal()

    /// The file and the app's handler may take long.
    private let executor = QueueExecutor(label: "EventPlatform.remoteConfiguration")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ remote: RemoteConfiguration, _ registry: ClientRegistry, _ cache: RemoteConfigurationCache,
        _ environment: Environment, _ diagnostics: Diagnostics, changes: Broadcast<ActiveConfiguration>,
        onSuccess: @escaping EventPlatformClients.SuccessHandler
    ) {
        (self.remote, self.registry, self.cache, self.diagnostics) = (remote, registry, cache, diagnostics)
        (self.changes, self.onSuccess) = (changes, onSuccess)
        connection = environment.connection
        loop = FetchLoop(clocks: environment.clocks, requests: Signal(), publish: { _ in }) { [remote] in
            FetchLoop.Settings(firstRetryDelay: remote.firstRetryDelay, refresh: .onDemand)
        }
    }

    /// Puts the documents of earlier processes into force, starts the clients, announces the configuration, and then
    /// fetches until the task is cancelled. From then on no document is applied, but one that is being applied, for
    /// which the call waits.
    func run() async {
        let state = await adoptCached()
        registry.start()
        announce(state, to: onSuccess)
        if !remote.waitsForConfiguration { await registry.allowSending() }
        announced.end()
        await withTaskCancellationHandler {
            await loop.run { [self] in
                if case .failed = await refresh() { false } else { true }
            }
        } onCancel: {
            Task { await stop() }  // a request in flight need not be waited for
        }
        await stop()
    }

    /// Lets no document be applied from now on, cancels the request in flight, and returns when the document that is
    /// being applied has been.
    private func stop() async {
        isStopped = true
        fetch?.cancel()
        _ = await fetch?.value
    }

    private func adoptCached() async -> RemoteConfigurationState {
        let read = diagnostics.attempt("reading the cached remote configuration") {
            try cache.document(from: remote.endpoint)
        }
        guard let cached = read ?? nil else { return .default }
        (version, known, inForce) = (cached.version, cached.document, cached.inForce)
        for issue in cached.issues { diagnostics.report(.remoteConfiguration, issue.description) }
        await registry.apply(cached.bundles, layer: .cached)
        return .cached
    }

    /// The configuration in force, once there is one.
    var activeConfiguration: ActiveConfiguration {
        get async {
            await announced.wait(after: 0)
            return active ?? ActiveConfiguration(namespaces: registry.namespaces, state: .default)
        }
    }

    /// Fetches the document, and applies it if it is newer: after the first configuration has been announced, and after
    /// the fetch before.
    func refresh() async -> RefreshResult {
        let task = Task { [fetch] in
            await announced.wait(after: 0)
            _ = await fetch?.value
            return await fetchOnce()
        }
        fetch = task
        return await task.value
    }

    /// Whether no document is applied any more. The registry is closed first if the shutdown could not wait for this
    /// actor.
    private var isEnded: Bool { isStopped || registry.isClosed }

    private static let shutDown = RefreshResult.failed("the clients are shut down")

    private func fetchOnce() async -> RefreshResult {
        if isEnded { return Self.shutDown }
        do {
            let active = try await fetchDocument()
            await registry.allowSending()
            return active.map(RefreshResult.applied) ?? .unchanged
        } catch {
            if isEnded { return Self.shutDown }
            failures += 1
            // The clients do not wait for the document any longer.
            if failures > RetrySchedule.maximumRetries { await registry.allowSending() }
            diagnostics.report(.configurationUnavailable, "remote configuration: \(error)")
            return .failed("\(error)")
        }
    }

    /// - Returns: `nil` when the document is not newer than the one in force.
    private func fetchDocument() async throws -> ActiveConfiguration? {
        guard let url = remote.url else {
            throw FetchError(.unreachable, "“\(remote.endpoint.prefix(200))” is not an http or https URL")
        }
        var request = DocumentRequest(url: url, connection: connection, timeout: remote.timeout)
        (request.method, request.maximumBytes) = (remote.method, RemoteConfiguration.maximumBytes)
        guard let received = try await request.send(known: known), received.body != known?.body else { return nil }
        let document = try RemoteDocument(received.json(), inForce: inForce.sources)
        for issue in document.issues { diagnostics.report(.remoteConfiguration, issue.description) }
        if let version, document.version <= version { return nil }
        if isEnded { throw CancellationError() }
        (version, known) = (document.version, received)
        let (bundles, issues) = inForce.take(document, ofCode: registry.namespacesOfCode)
        for issue in issues { diagnostics.report(.remoteConfiguration, issue.description) }
        // Before it is applied, which may wait for stores: a process that ends meanwhile goes on with the document.
        diagnostics.attempt("keeping the remote configuration") {
            try cache.keep(received, bundles: inForce.sources, from: remote.endpoint)
        }
        await registry.apply(bundles, layer: .fetched)
        if registry.isClosed { throw CancellationError() }  // the clients have been shut down meanwhile
        return announce(.fetched, to: onSuccess)
    }

    @discardableResult
    private func announce(
        _ state: RemoteConfigurationState, to handler: EventPlatformClients.SuccessHandler
    ) -> ActiveConfiguration {
        let active = ActiveConfiguration(namespaces: registry.namespaces, state: state)
        self.active = active
        handler(active.namespaces, active.state)
        changes.send(active)
        return active
    }
}

extension RemoteConfiguration {
    /// The URL of the document; `nil` where the endpoint is not a URL.
    var url: URL? { URLComponents(endpoint: endpoint)?.url }
}
