import HTTPTypes
import Hummingbird

/// Lets pages of any origin send events, as the existing intake does.
struct CrossOrigin: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = request.method == .options ? Response(status: .noContent) : try await next(request, context)
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlAllowHeaders] = "accept, x-requested-with, content-type, content-encoding"
        response.headers[.accessControlAllowMethods] = "get, post"
        return response
    }
}
