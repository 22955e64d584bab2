import Hummingbird

/// Replaces the path of a request by that of its endpoint, before access is checked and faults are matched by path.
struct PathMiddleware: RouterMiddleware {
    /// The path in place of the one that was requested.
    let path: @Sendable (String) -> String

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        try await next(request.at(path: path(request.uri.path)), context)
    }
}

extension PathMiddleware {
    /// By the rule of the router, which treats `//events` and `/events/` as `/events`.
    static let withoutRepeatedSlashes = Self { path in
        path.hasRepeatedSlashes ? "/" + path.split(separator: "/").joined(separator: "/") : path
    }

    /// By the rules of the existing intake: upper and lower case are the same in the fixed parts of a path, one slash
    /// may be at its end, and repeated slashes are part of it.
    static func eventGate(_ endpoints: [Endpoint]) -> Self {
        Self { requested in
            let isClosed = requested.count > 1 && requested.hasSuffix("/")
            let path = isClosed ? String(requested.dropLast()) : requested
            if endpoints.contains(where: { $0.isReached(by: path) }) { return path }
            return endpoints.lazy.compactMap { $0.spelling(of: path) }.first ?? path
        }
    }
}

/// Lets no path with repeated slashes, or one at its end, reach the router, which would drop them.
struct RepeatedSlashMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        guard !request.uri.path.hasRepeatedSlashes else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }
}

extension String {
    /// Whether a path has repeated slashes, or one at its end.
    var hasRepeatedSlashes: Bool {
        let slash = UInt8(ascii: "/")
        if utf8.last == slash { return utf8.count > 1 }
        return zip(utf8, utf8.dropFirst()).contains { $0 == slash && $1 == slash }
    }
}

extension Request {
    /// The same request at another path.
    func at(path: String) -> Request {
        guard path != uri.path else { return self }
        var head = head
        head.path = path + (uri.query.map { "?" + $0 } ?? "")
        return Request(head: head, body: body)
    }
}
