import EventSchema
import EventSupport
import HTTPTypes

/// What probes learn of an intake: on its own address, and on the admin port.
struct Probes: Sendable {
    let content: LiveContent
    let stop: IntakeStop
    let sinks: [any EventSink]

    /// The response when all is well.
    static let success = WholeResponse(.ok, json: ["status": "ok"], headers: [.cacheControl: "no-store"])

    /// Why the intake takes no events; `nil` when it takes them.
    var unreadiness: Unreadiness? {
        get async {
            if let unreadinessBeforeSinks { return unreadinessBeforeSinks }
            return await sinks.unavailability.map(Unreadiness.sink)
        }
    }

    /// Why the intake takes no events, as far as it is known without its sinks.
    var unreadinessBeforeSinks: Unreadiness? {
        if stop.hasBegun { return .stopping }
        return content.isLoaded ? nil : .noContent
    }
}

extension PrometheusMetrics {
    /// The response with what the intake counts, and what its process uses.
    var response: WholeResponse {
        let text = text + ProcessUsage.current.prometheusText
        return WholeResponse(
            .ok, type: "text/plain; version=0.0.4; charset=utf-8", body: Array(text.utf8),
            headers: [.cacheControl: "no-store"])
    }
}
