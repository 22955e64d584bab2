import EventCatalog
import EventSchema
import EventStreams
import HTTPTypes
import Hummingbird

/// `GET /_info` and its parts, which say what is served; `/robots.txt`, which sends crawlers away; and `/?spec` and
/// `/openapi.json`, which describe every address.
struct InfoRoutes: Sendable {
    let path: EventPath
    /// Whether every request must bring a token.
    let needsToken: Bool

    static let version = "0.1.0"
    private static let home = "/openapi.json"

    /// These endpoints, which describe themselves and the others.
    func endpoints(beside others: [Endpoint]) -> [Endpoint] {
        let all = others + endpoints(describing: .null)
        let description = OpenAPI(endpoints: all, needsToken: needsToken).document
        return endpoints(describing: description)
    }

    private func endpoints(describing description: JSONValue) -> [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/", summary: "The description of all addresses with ?spec, else their list.",
                parameters: [
                    .init(name: "spec", place: .query, summary: "Whatever its value: answer with /openapi.json.")
                ],
                answers: [.json(200, "The description, or the list.")]
            ) { request, _ in
                QueryParameters(request)["spec"] != nil ? Response(.ok, json: description) : list(description)
            },
            Endpoint(
                method: .get, path: "/openapi.json", summary: "The description of all addresses.",
                answers: [.json(200, "OpenAPI 3.1.")]
            ) { _, _ in Response(.ok, json: description) },
            Endpoint(
                method: .get, path: "/_info", summary: "What is served.",
                answers: [.json(200, "Name, version, and how much there is.")]
            ) { _, _ in Response(.ok, json: .object(info)) },
            Endpoint(
                method: .get, path: "/_info/home", summary: "Leads to the description.",
                answers: [.init(status: 301, summary: "To the description.")]
            ) { _, _ in Response(status: .movedPermanently, headers: [.location: Self.home]) },
            part("name"), part("version"),
            Endpoint(
                method: .get, path: "/robots.txt", summary: "Sends crawlers away.",
                answers: [.init(status: 200, summary: "No access.", content: [("text/plain", ["type": "string"])])]
            ) { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: "User-agent: *\nDisallow: /\n")))
            },
        ]
    }

    private func part(_ name: String) -> Endpoint {
        Endpoint(
            method: .get, path: "/_info/\(name)", summary: "The \(name) alone.", answers: [.json(200, "The \(name).")]
        ) { _, _ in Response(.ok, json: .object([name: info[name] ?? .null])) }
    }

    private var info: JSONObject {
        let content = path.content.current
        return [
            "name": "event-intake", "version": .string(Self.version),
            "description": "Event intake, stream configuration API and schema repository for development.",
            "homepage": .string(Self.home), "streams": .number(content.streams?.count ?? 0),
            "schemas": .number(content.schemas.versions.count), "store": .string(path.store.name),
        ]
    }

    private func list(_ description: JSONValue) -> Response {
        let paths = description["paths"]?.object ?? [:]
        return Response(.ok, json: ["name": "event-intake", "addresses": .array(paths.names.map(JSONValue.string))])
    }
}
