import Hummingbird

/// `GET /healthz`: whether the intake runs; `GET /readyz`: whether it takes events. For supervisors and load balancers,
/// which have no token.
struct HealthRoutes: Sendable {
    let probes: Probes

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/healthz", summary: "Whether the intake runs.",
                responses: [.json(200, "It does.")], isOpen: true
            ) { _, _ in Response(Probes.success) },
            Endpoint(
                method: .get, path: "/readyz", summary: "Whether the intake takes events.",
                responses: [
                    .json(200, "It does."),
                    .problem(503, "A sink takes no events for now, there are no streams yet, or the intake stops."),
                ], isOpen: true
            ) { request, _ in
                Response(await probes.unreadiness?.response(to: request.head, showsReason: false) ?? Probes.success)
            },
        ]
    }
}
