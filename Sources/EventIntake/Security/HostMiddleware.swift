import HTTPTypes
import Hummingbird

/// Refuses a request with several fields `Host`, of which a proxy and the intake may take different ones, or with none,
/// which HTTP/1.1 requires (RFC 9112 §3.2). A request of HTTP/1.0 without one has an empty one by now.
struct HostMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.head.authority != nil else {
            return Response(
                problem: .badRequest, "No host", "The request has no header field Host. Send one.", request)
        }
        // The first one is the authority of the request.
        guard let name = HTTPField.Name("Host"), request.headers[name] != nil else {
            return try await next(request, context)
        }
        return Response(
            problem: .badRequest, "Several hosts", "The request has several header fields Host. Send one.", request)
    }
}
