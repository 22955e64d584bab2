public import Foundation

/// The transport a client reaches the network through: configurations, schemas and events alike.
///
/// The default is URLSession. An app brings its own by setting ``NetworkConfiguration/connection``.
public protocol NetworkConnection: Sendable {
    /// Performs one request, without following redirects.
    ///
    /// - Throws: ``NetworkError``, or `CancellationError` when the task was cancelled. A status of any kind is an
    ///   answer, not an error.
    func send(_ request: NetworkRequest) async throws -> NetworkResponse
}

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
    /// The largest body of an answer that is taken; a larger one is an error.
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

/// An HTTP answer.
public struct NetworkResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// Header fields by lower-case name.
    public var headers: [String: String]
    /// The body, decoded.
    public var body: [UInt8]

    /// Creates an answer; header names are lowered.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
        self.body = body
    }
}
