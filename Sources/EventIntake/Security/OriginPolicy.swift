import HTTPTypes
import Hummingbird

/// What pages of other origins may do.
struct OriginPolicy: Sendable {
    /// The value of `Access-Control-Allow-Origin`.
    let allowedOrigin: String

    /// Whether ``allowedOrigin`` is one origin. `*` is every origin, and `null` is that of every page in a sandbox.
    var namesOrigin: Bool { !["*", "null"].contains(allowedOrigin) }

    /// Whether the request comes from a page of the one origin that is named, and reads events. It may not remove them
    /// and may not use faults.
    func mayRead(_ request: Request) -> Bool {
        namesOrigin && request.headers[.origin] == allowedOrigin && [.get, .head, .options].contains(request.method)
            && Self.isBelow(Self.readingPaths, request.uri.path)
    }

    /// Whether the endpoints at a path are for stored events, faults or the files of this machine. The article “Threat
    /// model” lists them.
    static func isPrivate(_ path: String) -> Bool { isBelow(readingPaths + ownPaths, path) }

    private static let ownPaths = ["/explain", "/filters", "/findings", "/metrics", "/schemas-site", "/v1/faults"]
    private static let readingPaths = ["/events", "/counts", "/report", "/clients", "/v1/stream"]

    private static func isBelow(_ roots: [String], _ path: String) -> Bool {
        roots.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}
