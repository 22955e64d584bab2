import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /healthz`: whether the intake runs; `GET /readyz`: whether it takes events. For supervisors and balancers of
/// load, which have no token.
struct HealthRoutes: Sendable {
    let sinks: [any EventSink]
    let content: LiveContent
    let stop: IntakeStop

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/healthz", summary: "Whether the intake runs.",
                responses: [.json(200, "It does.")], isOpen: true
            ) { _, _ in Self.isFine },
            Endpoint(
                method: .get, path: "/readyz", summary: "Whether the intake takes events.",
                responses: [
                    .json(200, "It does."),
                    .problem(503, "A sink takes no events for now, there are no streams yet, or the intake stops."),
                ], isOpen: true
            ) { request, _ in
                guard !stop.hasBegun else { return Self.stopping(request) }
                guard content.isLoaded else { return ContentMiddleware.refusal(of: request) }
                for sink in sinks {
                    if let refusal = await sink.unavailability { return refusal.response(to: request) }
                }
                return Self.isFine
            },
        ]
    }

    private static func stopping(_ request: Request) -> Response {
        Response(
            problem: .serviceUnavailable, type: "stopping", "The intake stops", "Send requests to another one.",
            request)
    }

    private static var isFine: Response {
        Response(.ok, json: ["status": "ok"], headers: [.cacheControl: "no-store"])
    }
}
