import Hummingbird

/// Finds endpoints by the rules of the existing intake: upper and lower case are the same in the fixed parts of a path,
/// one slash may be at its end, and repeated slashes are part of it.
///
/// Later checks of the path, such as that of the access to private endpoints, get the spelling of the endpoint.
struct EventGatePathMiddleware: RouterMiddleware {
    let endpoints: [Endpoint]

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        var path = request.uri.path
        if path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if !endpoints.contains(where: { $0.isReached(by: path) }) {
            path = endpoints.lazy.compactMap { $0.spelling(of: path) }.first ?? path
        }
        return try await next(request.at(path: path), context)
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
    var hasRepeatedSlashes: Bool { contains("//") || (hasSuffix("/") && self != "/") }
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
