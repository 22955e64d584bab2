import HTTPTypes
import Hummingbird

/// Allows pages of other origins to send events and fetch configurations (CORS), as the existing intake does, and
/// responds to `OPTIONS`.
///
/// Endpoints that read or remove stored events are excluded: a page on the Web can send requests to a server on the
/// machine of the user who views it.
struct CrossOriginMiddleware: RouterMiddleware {
    let endpoints: [Endpoint]
    let allowedOrigin: String

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await respond(to: request, context, next)
        guard !Self.isPrivate(request.uri.path) else { return response }
        response.headers[.accessControlAllowOrigin] = allowedOrigin
        response.headers[.accessControlAllowHeaders] =
            "accept, x-requested-with, content-type, content-encoding, authorization, x-event-test"
        response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, OPTIONS"
        response.headers[.accessControlExposeHeaders] = "etag, retry-after, mediawiki-api-error"
        if allowedOrigin != "*" { response.headers[.vary] = "origin" }
        return response
    }

    private func respond(
        to request: Request, _ context: IntakeRequestContext,
        _ next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options else { return try await next(request, context) }
        let methods = endpoints.methods(at: request.uri.path)
        guard !methods.isEmpty else { return try await next(request, context) }
        return Response(status: .noContent, headers: [.allow: methods.joined(separator: ", ")])
    }

    static func isPrivate(_ path: String) -> Bool {
        ["/events", "/counts", "/v1/stream", "/v1/faults"].contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}
