public import EventSchema

/// An event in an intake's store: one that was accepted, or one that was rejected and why.
public struct ReceivedEvent: Sendable, Hashable {
    /// Why an event was not accepted.
    public struct Rejection: Sendable, Hashable {
        /// What kind of refusal it was.
        public enum Status: String, Sendable, Hashable, CaseIterable {
            /// It does not satisfy its schema.
            case invalid
            /// Anything else: no such schema or stream, a schema the stream does not take, a failure to store it.
            case error
        }
        /// What kind of refusal it was.
        public let status: Status
        /// What the intake answered about the event: `{"errors", "errorsText"}` when invalid, else `{"message"}`.
        public let context: JSONValue
    }

    /// Its place in the order of arrival, among accepted and rejected events together; from 1, rising, never used again.
    public let position: Int64
    /// Its `meta.id`; empty when a rejected event has none.
    public let id: String
    /// Its `meta.stream`; empty when a rejected event has none.
    public let stream: String
    /// Its `$schema`; empty when a rejected event has none.
    public let schema: String
    /// When its first copy arrived: UTC, with milliseconds and `Z`.
    public let receivedAt: String
    /// How many further copies arrived.
    public let repeats: Int
    /// The header `X-Event-Test` of the request that brought its first copy; `nil` without one.
    public let test: String?
    /// Why it was rejected; `nil` when it was accepted.
    public let rejection: Rejection?
    /// The event, with what the intake filled in.
    public let body: JSONValue
}

extension ReceivedEvent {
    /// The event as `GET /events` shows it. What it lacks is null.
    public var json: JSONValue {
        var object: JSONObject = [
            "position": .number(position), "id": Self.text(id), "stream": Self.text(stream),
            "schema": Self.text(schema), "receivedAt": .string(receivedAt), "repeats": .number(repeats),
            "test": Self.text(test ?? ""), "valid": .bool(rejection == nil), "event": body,
        ]
        if let rejection {
            object["status"] = .string(rejection.status.rawValue)
            object["context"] = rejection.context
        }
        return .object(object)
    }

    private static func text(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }
}
