import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /healthz`: whether the intake runs; `GET /readyz`: whether it takes events. For supervisors and balancers of
/// load, which have no token.
struct HealthRoutes: Sendable {
    let sinks: [any EventSink]

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/healthz", summary: "Whether the intake runs.",
                responses: [.json(200, "It does.")], isOpen: true
            ) { _, _ in Self.isFine },
            Endpoint(
                method: .get, path: "/readyz", summary: "Whether the intake takes events.",
                responses: [.json(200, "It does."), .problem(503, "A sink takes no events for now.")], isOpen: true
            ) { request, _ in
                for sink in sinks {
                    if let refusal = await sink.unavailability { return refusal.response(to: request) }
                }
                return Self.isFine
            },
        ]
    }

    private static var isFine: Response {
        Response(.ok, json: ["status": "ok"], headers: [.cacheControl: "no-store"])
    }
}
