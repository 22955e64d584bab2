import HTTPTypes
import Hummingbird

/// Responds with a problem object to requests that no endpoint handles: 405 with `Allow`, or 404.
struct RoutingErrorMiddleware: RouterMiddleware {
    let endpoints: [Endpoint]

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            return refusal(of: request)
        } catch let error as HTTPError {
            return Response(problem: error.status, error.status.reasonPhrase, error.body ?? "", request)
        }
    }

    private func refusal(of request: Request) -> Response {
        let methods = endpoints.methods(at: request.uri.path)
        guard !methods.isEmpty else {
            return Response(
                problem: .notFound, "Not found", "There is no endpoint \(request.uri.path). See /openapi.json.",
                request)
        }
        let list = methods.joined(separator: ", ")
        var response = Response(
            problem: .methodNotAllowed, "Method not allowed", "\(request.uri.path) allows \(list).", request)
        response.headers[.allow] = list
        return response
    }
}
