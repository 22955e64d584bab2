import HTTPTypes
import Hummingbird

/// Allows pages of other origins to send events and fetch configurations (CORS), as the existing intake does, and
/// responds to `OPTIONS`.
///
/// Endpoints that read or remove stored events are excluded: a page on the Web can send requests to a server on the
/// machine of the user who views it. Only pages of an origin that the configuration names may read events.
struct CrossOriginMiddleware: RouterMiddleware {
    let endpoints: [Endpoint]
    let policy: OriginPolicy
    /// Whether every request but `OPTIONS` must have a token.
    let needsToken: Bool

    /// How long a browser may keep the response to a preflight, without which each submission as JSON is two requests.
    /// Chrome keeps it for two hours at most, and five seconds unless it is told.
    private static let preflightSeconds = 7200

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await respond(to: request, context, next)
        if policy.namesOrigin {
            response.headers[.vary] = response.headers[.vary].map { "\($0), origin" } ?? "origin"
        }
        let isPrivate = OriginPolicy.isPrivate(request.uri.path) && !isAnonymous(request, response)
        guard !isPrivate || policy.mayRead(request) else { return response }
        response.headers[.accessControlAllowOrigin] = policy.allowedOrigin
        response.headers[.accessControlAllowHeaders] =
            "accept, x-requested-with, content-type, content-encoding, authorization, x-event-test, x-event-client, "
            + "last-event-id"
        response.headers[.accessControlAllowMethods] = isPrivate ? "GET, HEAD, OPTIONS" : "GET, HEAD, POST, OPTIONS"
        response.headers[.accessControlExposeHeaders] = "etag, retry-after, mediawiki-api-error"
        if request.method == .options { response.headers[.accessControlMaxAge] = "\(Self.preflightSeconds)" }
        return response
    }

    /// Whether the response may go to somebody without the token, who must not find out which paths exist: its headers
    /// are the same for every path. They let no page read events: `SameOriginMiddleware` refuses those to other
    /// origins.
    private func isAnonymous(_ request: Request, _ response: Response) -> Bool {
        needsToken && (request.method == .options || response.status == .unauthorized)
    }

    private func respond(
        to request: Request, _ context: IntakeRequestContext,
        _ next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options else { return try await next(request, context) }
        // The same for every path, since a request without the token must not show which ones exist.
        guard !needsToken else { return Response(status: .noContent) }
        let methods = endpoints.methods(at: request.uri.path)
        guard !methods.isEmpty else { return try await next(request, context) }
        return Response(status: .noContent, headers: [.allow: methods.joined(separator: ", ")])
    }
}
