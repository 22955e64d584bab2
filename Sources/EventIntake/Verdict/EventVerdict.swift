import EventSchema
import Foundation

/// What became of one event.
enum EventVerdict: Sendable {
    case accepted(AcceptedEvent)
    case rejected(RejectedEvent)

    var accepted: AcceptedEvent? { if case .accepted(let event) = self { event } else { nil } }
    var rejected: RejectedEvent? { if case .rejected(let event) = self { event } else { nil } }

    /// The verdict once accepted events could not be kept.
    func failing(_ message: String) -> EventVerdict {
        guard case .accepted(let event) = self else { return self }
        return .rejected(RejectedEvent(event.event, error: message, test: event.test))
    }
}

/// An event that is to be kept.
struct AcceptedEvent: Sendable {
    let event: JSONValue
    let stream: String
    let schema: String
    /// The tag of the request that brought it.
    var test: String?

    /// What one copy is kept for: `meta.id`, or a new name where there is none.
    var id: String {
        switch event[path: ["meta", "id"]] {
        case .string(let text) where !text.isEmpty: text
        case nil, .null, .string: UUID().uuidString.lowercased()
        case let other?: other.jsonText
        }
    }
}

/// An event that is not accepted, and what the intake answers about it.
struct RejectedEvent: Sendable {
    let event: JSONValue
    let status: ReceivedEvent.Rejection.Status
    /// `{"errors", "errorsText"}` for an invalid event, else `{"message"}`.
    let context: JSONValue
    /// The tag of the request that brought it.
    let test: String?

    /// An event that does not satisfy its schema.
    init(_ event: JSONValue, invalid errors: AjvErrors, test: String?) {
        (self.event, status, context, self.test) = (event, .invalid, errors.context, test)
    }

    /// An event that is refused for any other reason.
    init(_ event: JSONValue, error message: String, test: String?) {
        (self.event, status, context, self.test) = (event, .error, ["message": .string(message)], test)
    }

    var id: String { event[path: ["meta", "id"]]?.string ?? "" }
    var stream: String { event[path: ["meta", "stream"]]?.string ?? "" }
    var schema: String { event["$schema"]?.string ?? "" }

    /// The entry of the answer's list.
    var entry: JSONValue { ["status": .string(status.rawValue), "event": event, "context": context] }
}
