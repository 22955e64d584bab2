import EventSchema
import EventStreams

/// Why a configuration document could not be had: what happened, in one of a few fixed words, and how to mend it.
struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failures.
    enum Code: String, Sendable, Hashable, CaseIterable {
        /// There was no connection, or no answer on it.
        case unreachable
        /// No secure connection could be made.
        case insecure
        /// No complete answer came in time.
        case timedOut
        /// The answer is larger than what is read.
        case tooLarge
        /// The answer breaks off.
        case incomplete
        /// The server sent the client elsewhere: a moved service, or a network that asks for a login first.
        case redirected
        /// The server answered with another status than 200.
        case status
        /// The answer is a web page: that of a network that asks for a login first, or of another service.
        case webPage
        /// The answer is no JSON.
        case notJSON
        /// The service refused the request, and says why.
        case refused
        /// The answer is JSON, but no such document.
        case notADocument
        /// A local file cannot be read.
        case unreadable
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    var description: String { "\(code.rawValue): \(message)" }
}

extension FetchFailure {
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

    /// An answer that is neither 200 nor 304.
    init(_ response: NetworkResponse) {
        if (300..<400).contains(response.status), response.status != 304 {
            let target = response.headers["location"].map { " to \($0)" } ?? ""
            self.init(
                .redirected,
                "the server redirects\(target) (\(response.status)), which is not followed; name the final URL, or log "
                    + "in to the network"
            )
        } else {
            let remedy = Self.remedies[response.status].map { "; \($0)" } ?? ""
            self.init(.status, "the server answered \(response.status) instead of 200\(remedy)")
        }
    }

    /// What to do about a status that is not the server's fault.
    private static let remedies = [
        401: "it asks for credentials, such as a token", 403: "it refuses these credentials",
        404: "check the path of the URL", 405: "check the path of the URL",
    ]

    /// A body that is no JSON.
    init(_ error: JSONParseError, in body: [UInt8]) {
        if body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
            self.init(.webPage, "the answer is a web page; does the network ask for a login, or is the URL another's?")
        } else if error.reason == .unexpectedEnd, !body.isEmpty {
            self.init(.incomplete, "the answer breaks off after \(body.count) bytes")
        } else {
            self.init(.notJSON, "the answer is not JSON: \(error); is the URL right?")
        }
    }

    init(_ error: StreamConfigurationError) {
        self.init(error.code == .refused ? .refused : .notADocument, error.message)
    }
}
