import EventSchema
import HTTPTypes
import Hummingbird

/// One method at one path: its handler and its description in `/openapi.json`. Both come from the same table, so every
/// route is described.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, IntakeRequestContext) async throws -> Response

    /// A parameter of a request in the query, the path or a header.
    struct Parameter: Sendable {
        enum Place: String { case query, path, header }
        let name: String
        let place: Place
        let summary: String
        var schema: JSONValue = ["type": "string"]

        /// The schema of a text that must not be empty.
        static let text: JSONValue = ["type": "string", "minLength": 1]
    }

    /// A possible response.
    struct ResponseDescription: Sendable {
        let status: Int
        let summary: String
        /// The schema of its body by media type; empty for no body.
        var content: [(type: String, schema: JSONValue)] = []
        /// Whether the body may be missing. OpenAPI cannot express this, so the content is under `x-content`.
        var isBodyOptional = false
    }

    let method: HTTPRequest.Method
    /// The path in OpenAPI's syntax: `/events/{id}`. A last component `{name*}` matches the rest of the path.
    let path: String
    let summary: String
    var parameters: [Parameter] = []
    /// The schema of the request's body by media type; empty for no body.
    var body: [(type: String, schema: JSONValue)] = []
    let responses: [ResponseDescription]
    /// Whether a request needs no token, where others need one.
    var isOpen = false
    let handler: Handler

    /// The path in the router's syntax.
    var routerPath: RouterPath {
        let parts = path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return String(part) }
            return part.hasSuffix("*}") ? "**" : ":\(part.dropFirst().dropLast())"
        }
        return RouterPath("/" + parts.joined(separator: "/"))
    }

    /// Whether the path of a request matches, whatever its method.
    func isReached(by requested: String) -> Bool { spelling(of: requested) == requested }

    /// The path of a request with the fixed parts as this endpoint has them; `nil` when they differ in more than upper
    /// and lower case.
    func spelling(of requested: String) -> String? {
        guard requested.hasPrefix("/"), !requested.hasRepeatedSlashes else { return nil }
        var rest = requested == "/" ? "" : requested[...]
        var spelling: [Substring] = []
        for part in path.split(separator: "/") {
            guard !rest.isEmpty else { return nil }
            if part.hasSuffix("*}") { return "/" + (spelling + [rest.dropFirst()]).joined(separator: "/") }
            let next = rest.removeFirstPart()
            let isName = part.hasPrefix("{")
            guard isName || part.isEqualIgnoringCase(to: next) else { return nil }
            spelling.append(isName ? next : part)
        }
        return rest.isEmpty ? "/" + spelling.joined(separator: "/") : nil
    }
}

extension Substring {
    /// Removes a slash at the beginning and what follows up to the next one, and returns the latter. In bytes, since
    /// anybody may send a long path, which is compared with that of each endpoint.
    fileprivate mutating func removeFirstPart() -> Substring {
        let part = Substring(utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
        self = self[part.endIndex...]
        return part
    }

    fileprivate func isEqualIgnoringCase(to other: Substring) -> Bool {
        utf8.count == other.utf8.count && lowercased() == other.lowercased()
    }
}

extension Endpoint.ResponseDescription {
    /// A response with a JSON body.
    static func json(_ status: Int, _ summary: String, _ schema: JSONValue = ["type": "object"]) -> Self {
        Self(status: status, summary: summary, content: [("application/json", schema)])
    }

    /// A response with a problem object that describes the error.
    static func problem(_ status: Int, _ summary: String) -> Self {
        json(status, summary, ["$ref": "#/components/schemas/Problem"])
    }
}
