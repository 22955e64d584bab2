import EventSchema

/// What became of one event.
enum EventVerdict: Sendable {
    case accepted(AcceptedEvent)
    /// Does not satisfy its schema, which is given as written.
    case invalid(JSONValue, [Finding], JSONValue)
    /// Refused for any other reason.
    case error(JSONValue, String)

    var accepted: AcceptedEvent? { if case .accepted(let event) = self { event } else { nil } }

    /// The verdict once accepted events could not be kept.
    func failing(_ message: String) -> EventVerdict {
        if case .accepted(let event) = self { .error(event.event, message) } else { self }
    }
}

/// An event that is to be kept.
struct AcceptedEvent: Sendable {
    let event: JSONValue
    let stream: String
    let schema: String
}
