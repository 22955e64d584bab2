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
