/// Why a request had no complete response.
///
/// In each case the events are kept and the destination backs off. After the codes ``Code/timedOut``,
/// ``Code/tooLarge``, ``Code/incomplete`` and ``Code/reset`` the client also searches for an event that causes the
/// failure: it sends the events again in smaller batches.
public struct NetworkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failures; fixed texts, suitable as a metric label.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There was no complete response within ``NetworkRequest/timeout``.
        case timedOut
        /// The body of the response is larger than ``NetworkRequest/maximumResponseBytes``.
        case tooLarge
        /// The connection ended in the middle of the response, or the body could not be decoded.
        case incomplete
        /// The connection ended before the response began. The server may have received the request.
        case reset
        /// The TLS handshake failed, for example since the certificate is not trusted. The request was not sent.
        case insecure
        /// No connection was established. The request was not sent.
        case unreachable

        /// Whether the content of the request may have caused the failure.
        var requestMayBeAtFault: Bool {
            switch self {
            case .timedOut, .tooLarge, .incomplete, .reset: true
            case .insecure, .unreachable: false
            }
        }
    }

    /// What kind of failure it is.
    public let code: Code
    /// What went wrong, for a person. It should hold no URL with secrets and no data of events.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
