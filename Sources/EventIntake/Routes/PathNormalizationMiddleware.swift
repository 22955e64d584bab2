import Hummingbird

/// Gives every address one spelling. The router takes `//events` and `/events/` for `/events`: what decides by the path
/// who may have an answer, or whom a fault strikes, must not see another path than the router does.
struct PathNormalizationMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard path.contains("//") || path.hasSuffix("/") else { return try await next(request, context) }
        let plain = "/" + path.split(separator: "/").joined(separator: "/")
        var head = request.head
        head.path = plain + (request.uri.query.map { "?" + $0 } ?? "")
        return try await next(Request(head: head, body: request.body), context)
    }
}
