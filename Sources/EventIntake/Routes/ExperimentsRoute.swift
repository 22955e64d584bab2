import EventCatalog
import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /api/v1/experiments` and `GET /api/v1/instruments`, the configuration service.
struct ExperimentsRoute: Sendable {
    let content: LiveContent

    var endpoints: [Endpoint] {
        [
            endpoint("experiments") { $0.experiments.experiments },
            endpoint("instruments") { $0.experiments.instruments },
        ]
    }

    private func endpoint(
        _ name: String, _ entries: @escaping @Sendable (IntakeContent) -> [JSONValue]
    ) -> Endpoint {
        Endpoint(
            method: .get, path: "/api/v1/\(name)", summary: "All \(name).",
            responses: [
                .json(200, "The \(name).", ["type": "array", "items": ["type": "object"]]),
                .init(status: 304, summary: "Not modified."),
            ]
        ) { request, _ in
            Response(
                to: request, type: "application/json; charset=utf-8",
                bytes: JSONValue.array(entries(content.current)).jsonBytes,
                headers: [.cacheControl: "public, max-age=0, must-revalidate"])
        }
    }
}
