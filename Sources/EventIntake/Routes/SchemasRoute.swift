import EventCatalog
import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /schemas/<title>/<version>`, where the version may be `latest`, with an optional suffix `.json` or `.yaml`.
///
/// During development even frozen versions are edited, so responses must be revalidated; an unchanged one is a 304.
struct SchemasRoute: Sendable {
    let content: LiveContent

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/schemas", summary: "The paths of all schemas.",
                responses: [
                    .json(200, "The paths.", ["type": "array", "items": ["type": "string"]]),
                    .init(status: 304, summary: "Not modified."),
                ]
            ) { request, _ in list(request) },
            Endpoint(
                method: .get, path: "/schemas/{path*}", summary: "A schema, as JSON or YAML.",
                parameters: [
                    .init(
                        name: "path", place: .path,
                        summary:
                            "<title>/<version>, such as a/b/1.0.0, a/b/latest, a/b/1.0.0.yaml or a/b/1.0.0.json. "
                            + "Without a suffix, the header Accept decides."
                    )
                ],
                responses: [
                    .init(
                        status: 200, summary: "The schema.",
                        content: [("application/json", ["type": "object"]), ("application/yaml", ["type": "string"])]),
                    .init(status: 304, summary: "Not modified."),
                    .json(404, "There is no such schema; `known` lists similar ones."),
                ]
            ) { request, context in response(to: request, "/" + context.pathRest) },
        ]
    }

    private static let caching: HTTPFields = [.cacheControl: "public, max-age=0, must-revalidate", .vary: "accept"]

    private func list(_ request: Request) -> Response {
        let uris = JSONValue.array(content.current.schemas.uris.map(JSONValue.string))
        return Response(
            to: request, type: "application/json; charset=utf-8", bytes: uris.jsonBytes, headers: Self.caching)
    }

    private func response(to request: Request, _ asked: String) -> Response {
        let suffix = [".json", ".yaml", ".yml"].first(where: asked.hasSuffix)
        let uri = String(asked.dropLast(suffix?.count ?? 0))
        let schemas = content.current.schemas
        guard let version = schemas[uri] else { return missing(uri, schemas, request) }
        let isYAML = suffix.map { $0 != ".json" } ?? request.prefersYAML
        return Response(
            to: request, type: isYAML ? "application/yaml; charset=utf-8" : "application/json; charset=utf-8",
            bytes: isYAML ? version.text : version.document.jsonBytes, headers: Self.caching)
    }

    private func missing(_ uri: String, _ schemas: SchemaRepository, _ request: Request) -> Response {
        Response(
            .notFound,
            json: [
                "status": 404, "type": "not_found", "title": "No such schema",
                "detail": .string("There is no schema \(uri)."),
                "method": .string(request.method.rawValue), "uri": .string(request.uri.string),
                "known": .array(schemas.suggestions(for: uri).map(JSONValue.string)),
            ])
    }
}

extension Request {
    /// Whether the header `Accept` puts YAML before JSON.
    fileprivate var prefersYAML: Bool {
        let ranges = (headers[.accept] ?? "").lowercased().split(separator: ",").map { range in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (type: parts.first ?? "", quality: quality)
        }
        func quality(_ matches: (String) -> Bool) -> Double {
            ranges.filter { matches($0.type) }.map(\.quality).max() ?? 0
        }
        let json = quality { ["application/json", "application/*", "*/*"].contains($0) }
        let yaml = quality { $0.hasSuffix("/yaml") || $0.hasSuffix("/x-yaml") }
        // At the same quality, a type that is named takes precedence over a wildcard.
        let namesJSON = ranges.contains { $0.type == "application/json" }
        return yaml > json || (yaml == json && yaml > 0 && !namesJSON)
    }
}
