/// An HTTP response, whatever its status.
public struct NetworkResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The header fields by lower-case name. The client reads `date`, `etag`, `retry-after` and others.
    public var headers: [String: String]
    /// The body, after any `Content-Encoding` was decoded.
    public var body: [UInt8]

    /// Creates a response. Header names are converted to lower case; of names that then are equal, one value is kept.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
        self.body = body
    }
}
