/// Why a request had no answer.
public struct NetworkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failures that a client tells apart; fixed texts, fit as a metric label.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// No complete answer came in time.
        case timedOut
        /// The answer is larger than what the request takes.
        case tooLarge
        /// The connection ended in the middle of the answer, or the body could not be decoded.
        case incomplete
        /// The connection ended before any answer. The server may have taken the request all the same.
        case reset
        /// The server could not prove who it is, or no secure connection came about. Nothing was sent, and nothing is
        /// until the certificate is right: such failures are never ignored.
        case insecure
        /// There was no connection.
        case unreachable

        /// Whether the server may have stumbled over the request itself.
        var requestMayBeAtFault: Bool {
            switch self {
            case .timedOut, .tooLarge, .incomplete, .reset: true
            case .insecure, .unreachable: false
            }
        }
    }

    /// What kind of failure it is.
    public let code: Code
    /// What went wrong, in words for a person.
    public let description: String

    /// Creates an error of the kind ``Code/unreachable`` with an explanation.
    public init(_ description: String) { self.init(.unreachable, description) }

    /// Creates an error with an explanation.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
