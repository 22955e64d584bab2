/// Why a request had no answer.
public struct NetworkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How far a request came.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It did not reach the server: no network, no such host, the connection was refused. The request is not at
        /// fault.
        case unreachable
        /// The server could not prove who it is, or no secure connection came about. Nothing was sent, and nothing is
        /// sent until the certificate is right: such errors are never ignored. The request is not at fault.
        case insecure
        /// The connection broke, the time was up, or the answer was no proper one. The server may have taken the
        /// request, and the request may be what it stumbled over.
        case lost
    }

    /// How far the request came. It decides whether a batch may be at fault, see the documentation's table of verdicts.
    public let kind: Kind
    /// What went wrong, in words for a person.
    public let description: String

    /// Creates an error with an explanation. A transport that cannot tell how far a request came says ``Kind/lost``,
    /// the default.
    public init(_ description: String, kind: Kind = .lost) {
        self.description = description
        self.kind = kind
    }
}
