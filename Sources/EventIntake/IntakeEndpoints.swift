import EventStreams

/// Every endpoint of an intake.
struct IntakeEndpoints {
    let configuration: IntakeConfiguration
    let path: EventPath
    let faults: ActiveFaults
    let probes: Probes
    let log: IntakeLog
    let waits: WaitPlaces

    /// The endpoints, and those that describe them.
    var all: [Endpoint] {
        let endpoints = production + (path.store.map(development) ?? [])
        let info = InfoRoutes(
            path: path, needsToken: configuration.token != nil,
            hasConsole: configuration.hasConsole && path.store != nil)
        return endpoints + info.endpoints(beside: endpoints)
    }

    /// For clients, supervisors and Prometheus.
    private var production: [Endpoint] {
        let content = path.content
        var endpoints = EventsRoute(path: path, body: EventBody(configuration), configuration: configuration).endpoints
        endpoints += StreamConfigurationsRoute(streams: faults.streams).endpoints
        endpoints += SchemasRoute(content: content).endpoints
        endpoints += ExperimentsRoute(content: content).endpoints
        endpoints += ClientConfigurationRoute(content: content).endpoints
        endpoints += HealthRoutes(probes: probes).endpoints
        // Where supervisors have a port, what they read is not for those who send events.
        if configuration.adminPort == nil { endpoints += MetricsRoute(configuration.metrics)?.endpoints ?? [] }
        return endpoints
    }

    /// For people and tests that look at events: queries, checks, the console, and faults.
    private func development(_ store: IntakeStore) -> [Endpoint] {
        let (content, tools) = (path.content, configuration.tools)
        var endpoints = QueryRoutes(store: store, log: log, waits: waits).endpoints
        endpoints += CountRoutes(store: store, log: log).endpoints
        endpoints +=
            ReportRoute(store: store, content: content, clients: path.clients, log: log, tools: tools).endpoints
        endpoints += FiltersRoute(content: content).endpoints
        endpoints += FeedRoute(store: store, content: content, waits: waits).endpoints
        endpoints += FaultsRoute(faults: faults).endpoints
        endpoints += ExplainRoute(path: path, tools: tools)?.endpoints ?? []
        endpoints += SchemaSiteRoute(content: content, tools: tools)?.endpoints ?? []
        endpoints += FindingsRoute(content: content, tools: tools)?.endpoints ?? []
        return endpoints + (configuration.hasConsole ? ConsoleRoute().endpoints : [])
    }
}
