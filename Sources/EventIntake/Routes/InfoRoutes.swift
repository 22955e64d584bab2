import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import HTTPTypes
import Hummingbird

/// `GET /_info` and its parts, which describe the served content; `/robots.txt`, which disallows crawlers; and `/?spec`
/// and `/openapi.json`, which describe every endpoint.
struct InfoRoutes: Sendable {
    let path: EventPath
    /// Whether every request must have a token.
    let needsToken: Bool
    /// Whether there is a page at `/console`.
    let hasConsole: Bool

    static let version = PackageVersion.current
    private static let home = "/openapi.json"

    /// These endpoints. Their description contains themselves and `others`.
    func endpoints(beside others: [Endpoint]) -> [Endpoint] {
        let all = others + endpoints(describing: .null)
        let description = OpenAPI(endpoints: all, needsToken: needsToken).document
        return endpoints(describing: description)
    }

    private func endpoints(describing description: JSONValue) -> [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/",
                summary: "The list of all paths; with ?spec, as /openapi.json. Redirects a browser to /console.",
                parameters: [
                    .init(name: "spec", place: .query, summary: "If present, with any value: return /openapi.json.")
                ],
                responses: [
                    .json(200, "The description, or the list."),
                    .init(status: 303, summary: "Redirect of a browser, which accepts text/html, to the console."),
                ]
            ) { request, _ in home(request, description) },
            Endpoint(
                method: .get, path: "/openapi.json", summary: "The description of all endpoints.",
                responses: [.json(200, "OpenAPI 3.1.")]
            ) { _, _ in Response(.ok, json: description) },
            Endpoint(
                method: .get, path: "/_info", summary: "The name, version and content of the intake.",
                responses: [.json(200, "Name, version, and the numbers of streams and schemas.")]
            ) { _, _ in Response(.ok, json: .object(info)) },
            Endpoint(
                method: .get, path: "/_info/home", summary: "Redirects to the description.",
                responses: [.init(status: 301, summary: "Redirect to the description.")]
            ) { _, _ in Response(status: .movedPermanently, headers: [.location: Self.home]) },
            part("name"), part("version"),
            Endpoint(
                method: .get, path: "/robots.txt", summary: "Disallows crawlers.",
                responses: [.init(status: 200, summary: "No access.", content: [("text/plain", ["type": "string"])])]
            ) { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: "User-agent: *\nDisallow: /\n")))
            },
        ]
    }

    private func part(_ name: String) -> Endpoint {
        Endpoint(
            method: .get, path: "/_info/\(name)", summary: "The \(name) alone.", responses: [.json(200, "The \(name).")]
        ) { _, _ in Response(.ok, json: .object([name: info[name] ?? .null])) }
    }

    private var info: JSONObject {
        let content = path.content.current
        return [
            "name": "event-intake", "version": .string(Self.version),
            "description": "Event intake, stream configuration API and schema repository for development.",
            "homepage": .string(Self.home), "streams": .number(content.streams?.count ?? 0),
            "schemas": .number(content.schemas.versions.count),
            "store": path.store.map { .string($0.name) } ?? .null,
        ]
    }

    private func home(_ request: Request, _ description: JSONValue) -> Response {
        if QueryParameters(request)["spec"] != nil { return Response(.ok, json: description) }
        let isPage = request.headers[.accept]?.lowercased().contains("text/html") == true
        var response =
            hasConsole && isPage
            ? Response(status: .seeOther, headers: [.location: "/console"]) : list(description)
        response.headers[.vary] = "accept"
        return response
    }

    private func list(_ description: JSONValue) -> Response {
        let paths = description["paths"]?.object ?? [:]
        return Response(.ok, json: ["name": "event-intake", "addresses": .array(paths.names.map(JSONValue.string))])
    }
}
