import HTTPTypes
import Hummingbird

/// Requires the token in `Authorization: Bearer TOKEN` (RFC 6750), except for `OPTIONS`: browsers send preflight
/// requests without it. The endpoints that are open need none either.
struct BearerTokenMiddleware: RouterMiddleware {
    private let expected: [UInt8]
    private let open: [Endpoint]

    init(_ token: String, endpoints: [Endpoint]) {
        expected = Array(token.utf8)
        open = endpoints.filter(\.isOpen)
    }

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        if request.method == .options || isOpen(request) || isAuthorized(request) {
            return try await next(request, context)
        }
        var refusal = Response(
            problem: .unauthorized, type: "unauthorized", "Not authorized",
            "Send the header Authorization: Bearer TOKEN with the token that the intake was started with.", request)
        refusal.headers[.wwwAuthenticate] = "Bearer realm=\"event-intake\""
        return refusal
    }

    private func isAuthorized(_ request: Request) -> Bool {
        guard let header = request.headers[.authorization] else { return false }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        return matches(Array(parts[1].utf8))
    }

    private func isOpen(_ request: Request) -> Bool {
        [.get, .head].contains(request.method) && open.contains { $0.isReached(by: request.uri.path) }
    }

    /// Compares in constant time, so that the token cannot be guessed byte by byte.
    private func matches(_ given: [UInt8]) -> Bool {
        var difference = UInt8(given.count == expected.count ? 0 : 1)
        for place in expected.indices { difference |= expected[place] ^ (place < given.count ? given[place] : 0) }
        return difference == 0
    }
}
