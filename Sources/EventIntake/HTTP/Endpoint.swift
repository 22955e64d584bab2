import EventSchema
import HTTPTypes
import Hummingbird

/// One method at one address: what answers there, and what `/openapi.json` says of it. Both come from the same table,
/// so nothing is served that is not described.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, IntakeRequestContext) async throws -> Response

    /// A value that a request may carry beside its body.
    struct Parameter: Sendable {
        enum Place: String { case query, path, header }
        let name: String
        let place: Place
        let summary: String
        var schema: JSONValue = ["type": "string"]
    }

    /// An answer that may be given.
    struct Answer: Sendable {
        let status: Int
        let summary: String
        /// What its body may be, by media type; empty for no body.
        var content: [(type: String, schema: JSONValue)] = []
        /// Whether there may be no body all the same. OpenAPI cannot say that, so the content stands under `x-content`.
        var isBodyOptional = false
    }

    let method: HTTPRequest.Method
    /// The path as OpenAPI writes it: `/events/{id}`. A last part `{name*}` takes everything that follows.
    let path: String
    let summary: String
    var parameters: [Parameter] = []
    /// What the body may be, by media type; empty for none.
    var body: [(type: String, schema: JSONValue)] = []
    let answers: [Answer]
    let handler: Handler

    /// The path as the router writes it.
    var routerPath: RouterPath {
        let parts = path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return String(part) }
            return part.hasSuffix("*}") ? "**" : ":\(part.dropFirst().dropLast())"
        }
        return RouterPath("/" + parts.joined(separator: "/"))
    }

    /// Whether a request's path leads here, whatever its method.
    func isReached(by requested: String) -> Bool {
        var rest = requested.split(separator: "/")[...]
        for part in path.split(separator: "/") {
            if part.hasSuffix("*}") { return !rest.isEmpty }
            guard let next = rest.popFirst(), part.hasPrefix("{") || part == next else { return false }
        }
        return rest.isEmpty
    }
}

extension Endpoint.Answer {
    /// An answer with a JSON body.
    static func json(_ status: Int, _ summary: String, _ schema: JSONValue = ["type": "object"]) -> Self {
        Self(status: status, summary: summary, content: [("application/json", schema)])
    }

    /// An answer that says what was wrong with the request.
    static func problem(_ status: Int, _ summary: String) -> Self {
        json(status, summary, ["$ref": "#/components/schemas/Problem"])
    }
}
