import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /v1/client-config`: the remote configuration of clients.
struct ClientConfigurationRoute: Sendable {
    let content: LiveContent

    /// The route; none where no remote configuration is served.
    var endpoints: [Endpoint] {
        guard content.current.clientConfiguration != nil else { return [] }
        return [
            Endpoint(
                method: .get, path: "/v1/client-config", summary: "The remote configuration of clients.",
                responses: [
                    .json(200, "The document.", ["type": "object"]), .init(status: 304, summary: "Not modified."),
                ]
            ) { request, _ in
                Response(
                    to: request, type: "application/json; charset=utf-8",
                    bytes: (content.current.clientConfiguration ?? [:]).jsonBytes,
                    headers: [.cacheControl: "public, max-age=0, must-revalidate"])
            }
        ]
    }
}
