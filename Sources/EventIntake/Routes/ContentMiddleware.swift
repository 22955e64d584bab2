import HTTPTypes
import Hummingbird

/// Refuses requests while there are no streams and schemas yet, so that clients keep their events and settings. Probes
/// and metrics are served.
struct ContentMiddleware: RouterMiddleware {
    let content: LiveContent

    private static let served: Set = ["/healthz", "/readyz", "/metrics"]

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        if Self.served.contains(request.uri.path) || content.isLoaded { return try await next(request, context) }
        return Response(Unreadiness.noContent.response(to: request.head, showsReason: false))
    }
}
