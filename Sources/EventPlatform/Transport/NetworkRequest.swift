public import Foundation

/// An HTTP request.
public struct NetworkRequest: Sendable, Hashable {
    /// The HTTP methods a client uses.
    public enum Method: String, Sendable, Hashable {
        /// Asks for a document.
        case get = "GET"
        /// Delivers a body.
        case post = "POST"
    }

    /// The method.
    public var method: Method
    /// Where to.
    public var url: URL
    /// Header fields by name.
    public var headers: [String: String]
    /// The body; empty for a GET.
    public var body: [UInt8]
    /// How long the whole exchange may take.
    public var timeout: Duration
    /// The largest body of an answer that is taken, as it comes over the network and as it is after decoding; a larger
    /// one is an error.
    public var maximumResponseBytes: Int

    /// Creates a request. The timeout is 30 seconds and an answer may have 16 MiB unless given.
    public init(
        method: Method, url: URL, headers: [String: String] = [:], body: [UInt8] = [],
        timeout: Duration = .seconds(30), maximumResponseBytes: Int = 16 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumResponseBytes = maximumResponseBytes
    }
}
