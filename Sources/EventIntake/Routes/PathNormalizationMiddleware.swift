import Hummingbird

/// Normalizes the paths of requests. The router treats `//events` and `/events/` as `/events`, so the middlewares that
/// check access or match faults by path must see the normalized path too.
struct PathNormalizationMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard path.hasRepeatedSlashes else { return try await next(request, context) }
        return try await next(request.at(path: "/" + path.split(separator: "/").joined(separator: "/")), context)
    }
}
