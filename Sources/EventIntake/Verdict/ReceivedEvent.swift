public import EventSchema

/// An event in an intake's store, accepted or rejected.
public struct ReceivedEvent: Sendable, Hashable {
    /// Why an event was rejected.
    public struct Rejection: Sendable, Hashable {
        /// The kinds of rejections.
        public enum Status: String, Sendable, Hashable, CaseIterable {
            /// The event does not satisfy its schema.
            case invalid
            /// Any other reason: an unknown schema or stream, a schema that the stream does not allow, a failure to
            /// store the event.
            case error
        }
        /// The kind of rejection.
        public let status: Status
        /// The context in the intake's response: `{"errors", "errorsText"}` when invalid, otherwise `{"message"}`.
        public let context: JSONValue

        /// The reason in words.
        var reason: String { context["errorsText"]?.string ?? context["message"]?.string ?? "" }
    }

    /// What the client has said of the request that brought the event.
    public struct Sent: Sendable, Hashable {
        /// The time by the client's clock, in the form of ``ReceivedEvent/receivedAt``.
        public let at: String
        /// 1, and 1 more for each request of the client that had failed in a row.
        public let attempt: Int
    }

    /// The position in the order of arrival, common to accepted and rejected events: at least 1, increasing, never used
    /// again.
    public let position: Int64
    /// The event's `meta.id`, or a generated UUID when an accepted event has none; empty when a rejected event has
    /// none.
    public let id: String
    /// The event's `meta.stream`; empty when a rejected event has none.
    public let stream: String
    /// The event's `$schema`; empty when a rejected event has none.
    public let schema: String
    /// When the event first arrived: UTC, with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.
    public let receivedAt: String
    /// The number of duplicates: arrivals after the first with the same `meta.id`. Always 0 for rejected events.
    public let repeats: Int
    /// The header `X-Event-Test` of the event's latest request that had one; `nil` without one.
    public let test: String?
    /// When the client sent the event's first copy; `nil` if it did not say so.
    public let sent: Sent?
    /// Why the event was rejected; `nil` when it was accepted.
    public let rejection: Rejection?
    /// The event, with the fields that the intake added.
    public let body: JSONValue
}

extension ReceivedEvent {
    /// The event in the form of the response to `GET /events`. Empty texts are null.
    public var json: JSONValue {
        var object = head
        object["event"] = body
        if let sent { object["sent"] = ["at": .string(sent.at), "attempt": .number(sent.attempt)] }
        if let rejection {
            object["status"] = .string(rejection.status.rawValue)
            object["context"] = rejection.context
        }
        return .object(object)
    }

    /// The members that every form has.
    var head: JSONObject {
        [
            "position": .number(position), "id": Self.text(id), "stream": Self.text(stream),
            "schema": Self.text(schema), "receivedAt": .string(receivedAt), "repeats": .number(repeats),
            "test": Self.text(test ?? ""), "valid": .bool(rejection == nil),
        ]
    }

    private static func text(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }
}
