public import Foundation

/// An HTTP request that a ``NetworkConnection`` performs.
public struct NetworkRequest: Sendable, Hashable {
    /// The HTTP methods a client uses.
    public enum Method: String, Sendable, Hashable {
        /// For configurations and schemas, and for events with ``NetworkConfiguration/method`` `.get`.
        case get = "GET"
        /// For events.
        case post = "POST"
    }

    /// The method.
    public var method: Method
    /// The absolute http or https URL.
    public var url: URL
    /// The header fields by name, as they are to be sent.
    public var headers: [String: String]
    /// The body; empty for a GET.
    public var body: [UInt8]
    /// The maximum time of the whole exchange, from the call to the last byte of the response. The default is 30
    /// seconds.
    public var timeout: Duration
    /// The maximum size of the response's body in bytes, both as received and after decoding. The default is 16 MiB. A
    /// larger body is an error, ``NetworkError/Code/tooLarge``.
    public var maximumResponseBytes: Int

    /// Creates a request.
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

    /// Checks what SwiftNIO and async-http-client end the process for: a port that does not exist, a host without a
    /// name, the name of a header field that is not ASCII.
    ///
    /// - Throws: ``NetworkError``.
    func requireUsable() throws {
        if let port = url.port, !(1...65_535).contains(port) {
            throw NetworkError(.unreachable, "the port \(port) of the URL does not exist; ports are 1 to 65535")
        }
        if let host = url.host, host.allSatisfy({ "[]".contains($0) }) {
            throw NetworkError(.unreachable, "the host of the URL has no name")
        }
        if let name = headers.keys.filter({ !Self.isToken($0) }).min() {
            throw NetworkError(
                .unreachable,
                "“\(name)” cannot be the name of a header field; it has letters, digits and some punctuation of ASCII")
        }
    }

    /// Whether a text is a token of RFC 9110, 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789!#$%&'*+-.^_`|~".unicodeScalars.contains($0))
            }
    }
}
