import HTTPTypes
import Hummingbird

/// Refuses a request with several fields `Host`, of which a proxy and the intake may take different ones
/// (RFC 9112 §3.2).
struct HostMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        // The first one is the authority of the request.
        guard let name = HTTPField.Name("Host"), request.headers[name] != nil else {
            return try await next(request, context)
        }
        return Response(
            problem: .badRequest, "Several hosts", "The request has several header fields Host. Send one.", request)
    }
}
