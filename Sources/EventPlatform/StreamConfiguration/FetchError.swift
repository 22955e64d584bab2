import EventSchema
import EventStreams
import EventSupport
import Foundation

/// Why a configuration document could not be fetched or read: a code, and a message with the remedy.
struct FetchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failures.
    enum Code: String, Sendable, Hashable, CaseIterable {
        /// There was no connection, or no response on it.
        case unreachable
        /// No secure connection could be made.
        case insecure
        /// No complete response came in time.
        case timedOut
        /// The response is larger than the limit.
        case tooLarge
        /// The response ended before it was complete.
        case incomplete
        /// The server responded with a redirect: the service has moved, or the network requires a login first.
        case redirected
        /// The server responded with another status than 200.
        case status
        /// The response is a web page: of a network that requires a login first, or of another service.
        case webPage
        /// The response is not JSON.
        case notJSON
        /// The service refused the request, with a reason.
        case refused
        /// The response is JSON, but not the requested document.
        case notADocument
        /// A local file cannot be read.
        case unreadable
    }

    let code: Code
    let message: String
    /// The status of a response that is neither 200 nor a redirect; otherwise `nil`.
    private(set) var status: Int?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    var description: String { "\(code.rawValue): \(message)" }
}

extension FetchError {
    init(_ error: NetworkError) {
        let code: Code =
            switch error.code {
            case .unreachable: .unreachable
            case .insecure: .insecure
            case .timedOut: .timedOut
            case .tooLarge: .tooLarge
            case .incomplete, .reset: .incomplete
            }
        self.init(code, error.description)
    }

    /// The error for a response that is neither 200 nor 304.
    init(_ response: CompleteResponse) {
        if (300..<400).contains(response.status), response.status != 304 {
            let location = response.headers["location"].flatMap { URL(string: $0) }
            let target = location.map { " to \($0.withoutSecrets)" } ?? ""
            self.init(
                .redirected,
                "the server redirects\(target) (\(response.status)), which is not followed; name the final URL, or log "
                    + "in to the network"
            )
        } else {
            let remedy = Self.remedies[response.status].map { "; \($0)" } ?? ""
            self.init(.status, "the server responded with \(response.status) instead of 200\(remedy)")
            status = response.status
        }
    }

    /// The remedies for statuses that a setting of the client causes.
    private static let remedies = [
        401: "it requires credentials, such as a token", 403: "it refuses these credentials",
        404: "check the path of the URL", 405: "check the path of the URL",
    ]

    /// The error for a body that is not JSON.
    init(_ error: JSONParseError, in body: [UInt8]) {
        if body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
            self.init(.webPage, "the response is a web page; log in to the network, or correct the URL")
        } else if error.code == .unexpectedEnd, !body.isEmpty {
            self.init(.incomplete, "the response breaks off after \(body.count) bytes")
        } else {
            self.init(.notJSON, "the response is not JSON: \(error); is the URL right?")
        }
    }

    init(_ error: StreamConfigurationError) {
        self.init(error.code == .refused ? .refused : .notADocument, error.message)
    }
}
