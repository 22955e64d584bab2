import HTTPTypes
import Hummingbird

/// Keeps pages of other origins from what reads or changes the intake itself: events that arrived, and faults.
///
/// Browsers send simple requests without asking first, and a page of the Web can give its own name the address of this
/// machine (DNS rebinding). Both show in headers that pages cannot change.
struct SameOriginMiddleware: RouterMiddleware {
    /// Whether the intake listens on an address of this machine alone, so that only its names are expected.
    let isLoopback: Bool

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        guard CrossOriginMiddleware.isPrivate(request.uri.path), let reason = refusal(request) else {
            return try await next(request, context)
        }
        return Response(problem: .forbidden, type: "forbidden", "Not from there", reason, request)
    }

    private func refusal(_ request: Request) -> String? {
        let host = request.head.authority ?? ""
        if let origin = request.headers[.origin], origin.split(separator: "/").last.map(String.init) != host {
            return "Pages of other origins may send events, but not use \(request.uri.path)."
        }
        // Some requests, such as those of images, have no Origin, but browsers say that another site has made them.
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        if let site, !["same-origin", "none"].contains(site) {
            return "Pages of other origins may not use \(request.uri.path)."
        }
        guard isLoopback, !host.isEmpty, !Self.name(in: host).isLoopbackName else { return nil }
        return "The header Host names no address of this machine. Use http://127.0.0.1 or http://localhost."
    }

    /// The name without the port; an IPv6 address without its brackets.
    private static func name(in host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }
}

extension String {
    /// Whether this is a name or an address that leads to this machine alone.
    var isLoopbackName: Bool {
        let name = lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
