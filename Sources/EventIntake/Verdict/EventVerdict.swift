import EventSchema
import EventStreams
import Foundation

/// The result of one event.
enum EventVerdict: Sendable {
    case accepted(AcceptedEvent)
    case rejected(RejectedEvent)

    var accepted: AcceptedEvent? { if case .accepted(let event) = self { event } else { nil } }
    var rejected: RejectedEvent? { if case .rejected(let event) = self { event } else { nil } }

    /// The name in the configuration of the event's stream; `nil` if the stream is not configured.
    var configuredStream: String? {
        switch self {
        case .accepted(let event): event.configuration?.name
        case .rejected(let event): event.configuredStream
        }
    }

    /// The verdict after accepted events could not be stored: an error.
    func failing(_ refusal: EventRefusal) -> EventVerdict {
        guard case .accepted(let event) = self else { return self }
        return .rejected(RejectedEvent(event.event, refusal, of: event.configuration?.name, test: event.test))
    }
}

/// An accepted event.
struct AcceptedEvent: Sendable {
    let event: JSON
    let stream: String
    let schema: String
    /// That of its stream; `nil` when the stream is not configured.
    var configuration: StreamConfiguration?
    /// The header `X-Event-Test` of its request.
    var test: String?

    /// The id by which duplicates are recognised: `meta.id`, or a new UUID without one.
    var id: String {
        let value = event[path: ["meta", "id"]]
        if let value, value.kind != .string, !value.isNull {
            return String(decoding: value.compactBytes, as: UTF8.self)
        }
        guard let text = value?.string, !text.isEmpty else { return UUID().uuidString.lowercased() }
        return text
    }
}

/// A rejected event and the reason in the response.
struct RejectedEvent: Sendable {
    let event: JSON
    let status: ReceivedEvent.Rejection.Status
    /// `{"errors", "errorsText"}` for an invalid event, and `moreErrors` if some are left out; else `{"message"}`.
    let context: JSONValue
    let cause: RejectionCause
    /// The name in the configuration of its stream; `nil` if the stream is not configured.
    let configuredStream: String?
    /// The header `X-Event-Test` of its request.
    let test: String?

    /// An event that does not satisfy its schema.
    init(_ event: JSON, invalid errors: AjvErrors, of configuredStream: String?, test: String?) {
        (self.event, status, context, cause) = (event, .invalid, errors.context, .client)
        (self.configuredStream, self.test) = (configuredStream, test)
    }

    /// An event that is rejected for any other reason.
    init(_ event: JSON, _ refusal: EventRefusal, of configuredStream: String?, test: String?) {
        (self.event, status, context) = (event, .error, ["message": .string(refusal.message)])
        (cause, self.configuredStream, self.test) = (refusal.cause, configuredStream, test)
    }

    var id: String { event[path: ["meta", "id"]]?.string ?? "" }
    var stream: String { event[path: ["meta", "stream"]]?.string ?? "" }
    var schema: String { event["$schema"]?.string ?? "" }

    /// The reason in words.
    var reason: String { context["errorsText"]?.string ?? context["message"]?.string ?? "" }

    /// The entry in the response's list: `{"status", "event", "context"}`.
    var entryBytes: [UInt8] {
        let status = Array(#"{"status":"\#(status.rawValue)","event":"#.utf8)
        return status + event.compactBytes + Array(#","context":"#.utf8) + context.jsonBytes + Array("}".utf8)
    }
}
