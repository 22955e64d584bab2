import HTTPTypes
import Hummingbird

/// The error of a request from which no events could be read.
enum EventBodyError: Error, Equatable {
    case empty
    case malformed(String)
    case tooLarge(limit: Int)
    case tooManyEvents(Int, limit: Int)
    case parameterTooLong(String, limit: Int)
    case unknownEncoding(String)
    case unknownCharset(String)
    case corrupt(String)
    case interrupted

    /// The kind of error, for metrics.
    enum Reason: String, Sendable, CaseIterable {
        case empty, malformed, corrupt, interrupted
        case tooLarge = "too_large"
        case tooManyEvents = "too_many_events"
        case parameterTooLong = "parameter_too_long"
        case unknownEncoding = "unknown_encoding"
    }

    var reason: Reason {
        switch self {
        case .empty: .empty
        case .malformed: .malformed
        case .tooLarge: .tooLarge
        case .tooManyEvents: .tooManyEvents
        case .parameterTooLong: .parameterTooLong
        case .unknownEncoding, .unknownCharset: .unknownEncoding
        case .corrupt: .corrupt
        case .interrupted: .interrupted
        }
    }

    private var status: HTTPResponse.Status {
        switch self {
        case .tooLarge, .tooManyEvents: .contentTooLarge
        case .unknownEncoding, .unknownCharset: .unsupportedMediaType
        default: .badRequest
        }
    }

    private var title: String {
        switch self {
        case .empty, .malformed: "Not JSON"
        case .tooLarge: "Too large"
        case .tooManyEvents: "Too many events"
        case .parameterTooLong: "Parameter too long"
        case .unknownEncoding, .unknownCharset: "Unknown encoding"
        case .corrupt: "Damaged"
        case .interrupted: "Interrupted"
        }
    }

    var detail: String {
        switch self {
        case .empty:
            "There is no event. Send one or an array of events in the body, with a content type of application/json, "
                + "text/plain or application/reports+json; with GET, one in the parameter event."
        case .malformed(let reason): "The events cannot be read: \(reason)."
        case .tooLarge(let limit):
            "The body may have at most \(limit) bytes, also when decompressed. Send fewer events in a request."
        case .tooManyEvents(let count, let limit):
            "The request has \(count) events, and may have at most \(limit). Send fewer events in a request."
        case .parameterTooLong(let name, let limit):
            "The parameter \(name) may have at most \(limit) bytes. Set the schema and stream in each event instead."
        case .unknownEncoding(let name): "The content encoding \(name) is not supported. Send gzip, deflate or neither."
        case .unknownCharset(let name): "The charset \(name) is not supported. Send UTF-8."
        case .corrupt(let name): "The body is not valid \(name) data. Send it complete, or uncompressed."
        case .interrupted: "The request ended before its body was complete."
        }
    }

    /// The name of the error class of the existing intake.
    private var existingErrorName: String {
        switch self {
        case .malformed: "SyntaxError"
        case .tooLarge, .tooManyEvents: "PayloadTooLargeError"
        case .unknownEncoding, .unknownCharset: "UnsupportedMediaTypeError"
        case .empty, .corrupt, .interrupted, .parameterTooLong: "Error"
        }
    }

    /// The response in the chosen compatibility mode. For an empty request it has no body, and the reason is in the
    /// status line.
    func response(to request: Request, as compatibility: IntakeConfiguration.Compatibility) -> Response {
        guard self != .empty else { return Response(status: HTTPResponse.Status(code: 400, reasonPhrase: detail)) }
        return switch compatibility {
        case .none: Response(problem: status, title, detail, request)
        case .eventgate: Response(problem: .internalServerError, existingErrorName, detail, request)
        }
    }
}
