import HTTPTypes
import Hummingbird

/// Refuses requests from pages of other origins to the endpoints for stored events and faults, unless the configuration
/// names their origin.
///
/// Browsers send simple requests without a preflight, and a page can resolve its own host name to this machine's
/// address (DNS rebinding). Both are visible in headers that pages cannot change.
struct SameOriginMiddleware: RouterMiddleware {
    /// Whether the intake listens on a loopback address, so that `Host` must be a loopback name.
    let isLoopback: Bool
    let policy: OriginPolicy

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        guard OriginPolicy.isPrivate(request.uri.path), let reason = refusal(request) else {
            return try await next(request, context)
        }
        return Response(problem: .forbidden, type: "forbidden", "Forbidden", reason, request)
    }

    private func refusal(_ request: Request) -> String? {
        if !policy.mayRead(request), let reason = originRefusal(request) { return reason }
        return isLoopback && !request.head.hasLoopbackHost ? Self.foreignHost : nil
    }

    private func originRefusal(_ request: Request) -> String? {
        let host = request.head.authority ?? ""
        if let origin = request.headers[.origin], origin.split(separator: "/").last.map(String.init) != host {
            return "Pages of other origins may send events, but not use \(request.uri.path)."
        }
        // Some requests, such as those for images, have no Origin, but Sec-Fetch-Site.
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        if let site, !["same-origin", "none"].contains(site) {
            return "Pages of other origins may not use \(request.uri.path)."
        }
        return nil
    }

    /// The reason why a host that is no loopback name is refused.
    static let foreignHost =
        "The header Host is not an address of this machine. Use http://127.0.0.1 or http://localhost."
}

extension HTTPRequest {
    /// Whether `Host` is a loopback name or address, or empty.
    var hasLoopbackHost: Bool {
        guard let authority, !authority.isEmpty else { return true }
        // Without the port; an IPv6 address without its brackets.
        guard authority.hasPrefix("[") else { return String(authority.prefix { $0 != ":" }).isLoopbackName }
        return String(authority.dropFirst().prefix { $0 != "]" }).isLoopbackName
    }
}

extension String {
    /// Whether this is a loopback name or address.
    var isLoopbackName: Bool {
        let name = lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
