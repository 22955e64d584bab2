package import EventSchema

/// What `POST /explain` is asked about: an event of a stream, as far as it is known.
package struct EventQuestion: Sendable {
    /// The stream: the one that is named, or that of the event.
    package let stream: String
    package let session: String?
    package let device: String?
    package let pageview: String?
    /// The values of contextual attributes, by name or by the objects of an event.
    package let attributes: JSONObject
    /// An event to take what is not given from; `nil` without one.
    package let event: JSONValue?
    /// Why the intake would refuse the event by its schema; `nil` where it would not, it does not know the schema, or
    /// the event is of another stream.
    package internal(set) var refusal: String?

    private static let members = ["stream", "session", "device", "pageview", "attributes", "event"]

    /// Reads the body of a request.
    init(_ body: JSONValue) throws(InvalidParameter) {
        guard let object = body.object else {
            throw InvalidParameter("The body must be an object with stream; it is of type \(body.typeName).")
        }
        if let unknown = object.names.first(where: { !Self.members.contains($0) }) {
            throw InvalidParameter("There is no “\(unknown)”. Known are \(Self.members.joined(separator: ", ")).")
        }
        session = try Self.text("session", in: object)
        device = try Self.text("device", in: object)
        pageview = try Self.text("pageview", in: object)
        attributes = try Self.map("attributes", in: object) ?? [:]
        event = try Self.map("event", in: object).map(JSONValue.object)
        let named = try Self.text("stream", in: object)
        guard let stream = named ?? event?[path: ["meta", "stream"]]?.string else {
            throw InvalidParameter("The body must have stream, or an event with meta.stream.")
        }
        self.stream = stream
    }

    /// Whether the event is one of the stream.
    package var hasOwnEvent: Bool { event?[path: ["meta", "stream"]]?.string == stream }

    private static func text(_ name: String, in object: JSONObject) throws(InvalidParameter) -> String? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw InvalidParameter("“\(name)” must be a text that is not empty; leave it out when it is unknown.")
        }
        return text
    }

    private static func map(_ name: String, in object: JSONObject) throws(InvalidParameter) -> JSONObject? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let map = value.object else {
            throw InvalidParameter("“\(name)” must be an object; it is of type \(value.typeName).")
        }
        return map
    }
}
