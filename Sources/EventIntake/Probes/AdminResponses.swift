import HTTPTypes

/// The responses of the admin port. Each is there at once, whatever the other threads do.
struct AdminResponses: Sendable {
    let probes: Probes
    /// The last answer of the sinks.
    let sinks: SinkWatch
    /// Whether the intake listens on its own address.
    let readiness: Readiness
    /// The metrics; `nil` when there are none to show.
    let metrics: PrometheusMetrics?
    /// Whether the port is on a loopback address, so that `Host` must be a loopback name: a page can resolve its own
    /// host name to this machine (DNS rebinding).
    let isLoopback: Bool

    func response(to request: HTTPRequest) -> WholeResponse {
        guard !isLoopback || request.hasLoopbackHost else {
            return WholeResponse(
                problem: .forbidden, type: "forbidden", "Forbidden", SameOriginMiddleware.foreignHost, request)
        }
        let path = (request.path ?? "").prefix { $0 != "?" }
        switch ([.get, .head].contains(request.method), path) {
        case (true, "/healthz"): return Probes.success
        case (true, "/readyz"): return unreadiness?.response(to: request, showsReason: true) ?? Probes.success
        case (true, "/metrics"): return metrics?.response ?? missing(request)
        default: return missing(request)
        }
    }

    private var unreadiness: Unreadiness? {
        if let known = probes.unreadinessBeforeSinks { return known }
        guard readiness.isReady else { return .starting }
        return switch sinks.last {
        case .unknown: .starting
        case .available: nil
        case .unavailable(let reason): .sink(reason)
        }
    }

    private func missing(_ request: HTTPRequest) -> WholeResponse {
        WholeResponse(
            problem: .notFound, "Not found", "The admin port has GET /healthz, /readyz and, with metrics, /metrics.",
            request)
    }
}
