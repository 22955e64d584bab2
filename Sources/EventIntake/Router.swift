import HTTPTypes
import Hummingbird

/// Creates the router for a table of endpoints. Every route comes from this table.
func makeRouter(
    _ endpoints: [Endpoint], _ configuration: IntakeConfiguration, _ faults: ActiveFaults, _ content: LiveContent
) -> Router<IntakeRequestContext> {
    let router: Router<IntakeRequestContext>
    let accessLog = configuration.accessLogger.map(AccessLogMiddleware.init)
    switch configuration.compatibility {
    case .none:
        router = Router(context: IntakeRequestContext.self, options: .autoGenerateHeadEndpoints)
        if let accessLog { router.add(middleware: accessLog) }
        router.add(middleware: PathMiddleware.withoutRepeatedSlashes)
    case .eventgate:
        router = Router(
            context: IntakeRequestContext.self, options: [.autoGenerateHeadEndpoints, .caseInsensitive])
        if let accessLog { router.add(middleware: accessLog) }
        router.add(middleware: PathMiddleware.eventGate(endpoints))
    }
    router.add(middleware: HostMiddleware())
    let policy = OriginPolicy(allowedOrigin: configuration.allowedOrigin)
    router.add(
        middleware: CrossOriginMiddleware(
            endpoints: endpoints, policy: policy, needsToken: configuration.token != nil))
    if let token = configuration.token {
        router.add(middleware: BearerTokenMiddleware(token, endpoints: endpoints))
    }
    router.add(middleware: SameOriginMiddleware(isLoopback: configuration.isLoopback, policy: policy))
    router.add(middleware: RoutingErrorMiddleware(endpoints: endpoints))
    router.add(middleware: RepeatedSlashMiddleware())
    if configuration.remote != nil { router.add(middleware: ContentMiddleware(content: content)) }
    router.add(middleware: FaultInjectionMiddleware(faults, configuration))
    for endpoint in endpoints { router.on(endpoint.routerPath, method: endpoint.method, use: endpoint.handler) }
    return router
}

extension Sequence<Endpoint> {
    /// The methods that are allowed at a path, sorted; empty when no endpoint has the path.
    func methods(at path: String) -> [String] {
        let methods = Set(filter { $0.isReached(by: path) }.map(\.method))
        guard !methods.isEmpty else { return [] }
        let implied: [HTTPRequest.Method] = methods.contains(.get) ? [.head, .options] : [.options]
        return (methods.map(\.rawValue) + implied.map(\.rawValue)).sorted()
    }
}
