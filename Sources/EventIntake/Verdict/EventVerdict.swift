import EventSchema
import EventStreams
import Foundation

/// The result of one event.
enum EventVerdict: Sendable {
    case accepted(AcceptedEvent)
    case rejected(RejectedEvent)

    var accepted: AcceptedEvent? { if case .accepted(let event) = self { event } else { nil } }
    var rejected: RejectedEvent? { if case .rejected(let event) = self { event } else { nil } }

    /// The verdict after accepted events could not be stored: an error with this message.
    func failing(_ message: String) -> EventVerdict {
        guard case .accepted(let event) = self else { return self }
        return .rejected(RejectedEvent(event.event, error: message, test: event.test))
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
    /// `{"errors", "errorsText"}` for an invalid event, else `{"message"}`.
    let context: JSONValue
    /// The header `X-Event-Test` of its request.
    let test: String?

    /// An event that does not satisfy its schema.
    init(_ event: JSON, invalid errors: AjvErrors, test: String?) {
        (self.event, status, context, self.test) = (event, .invalid, errors.context, test)
    }

    /// An event that is rejected for any other reason.
    init(_ event: JSON, error message: String, test: String?) {
        (self.event, status, context, self.test) = (event, .error, ["message": .string(message)], test)
    }

    var id: String { event[path: ["meta", "id"]]?.string ?? "" }
    var stream: String { event[path: ["meta", "stream"]]?.string ?? "" }
    var schema: String { event["$schema"]?.string ?? "" }

    /// The entry in the response's list.
    var entry: JSONValue { ["status": .string(status.rawValue), "event": JSONValue(event), "context": context] }
}
