/// A response whose body has been read.
package struct CompleteResponse: Sendable, Hashable {
    /// The status code.
    package let status: Int
    /// The header fields by lower-case name.
    package let headers: [String: String]
    /// The body, after any `Content-Encoding` was decoded; empty if only the head counts.
    package let body: [UInt8]

    /// Combines the head of a response with its body.
    package init(_ head: NetworkResponse, body: [UInt8]) {
        (status, headers) = (head.status, head.headers)
        self.body = body
    }

    /// Creates a response as ``NetworkResponse/init(status:headers:body:)`` does.
    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.init(NetworkResponse(status: status, headers: headers), body: body)
    }
}
