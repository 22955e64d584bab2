import EventSchema
import EventStreams

/// What one call to a submit method left behind: taken on the caller's thread, complete, independent of everything the
/// app changes afterwards.
struct Submission: Sendable {
    enum Content: Sendable {
        /// An action with its data; the client makes the event.
        case interaction(properties: JSONObject)
        /// A whole event, as JSON text.
        case event([UInt8])
    }

    /// The stream the call named.
    let stream: String
    /// The schema the call or the event named.
    let schema: SchemaID
    /// When the call was made.
    let time: Timestamp
    /// The session and the page view the call was made in.
    var identity: Sessions.Identity
    /// What the app had said about its circumstances.
    let context: Context
    let content: Content
    /// Where a tool took the event from, such as a line number; not kept in the store.
    var origin: Int?
}

// MARK: - In the store

/// The form in which the input buffer is mirrored in the store.
extension Submission {
    var jsonBytes: [UInt8] {
        var object: JSONObject = [
            "stream": .string(stream), "schema": .string(schema.path), "time": .number(time.milliseconds),
            "context": .object(context.json),
        ]
        object["session"] = identity.session.map(JSONValue.string)
        object["pageview"] = identity.pageview.map(JSONValue.string)
        switch content {
        case .interaction(let properties): object["interaction"] = .object(properties)
        case .event(let bytes): object["event"] = .string(String(decoding: bytes, as: UTF8.self))
        }
        return JSONValue.object(object).jsonBytes
    }

    /// Reads what ``jsonBytes`` wrote, or returns `nil` when it is something else.
    init?(json: JSONValue) {
        guard let stream = json["stream"]?.string, let schema = json["schema"]?.string,
            let time = json["time"]?.number?.int64, let context = json["context"]?.object
        else { return nil }
        if let properties = json["interaction"]?.object {
            content = .interaction(properties: properties)
        } else if let event = json["event"]?.string {
            content = .event(Array(event.utf8))
        } else {
            return nil
        }
        self.stream = stream
        self.schema = SchemaID(schema)
        self.time = Timestamp(milliseconds: time)
        identity = Sessions.Identity(session: json["session"]?.string, pageview: json["pageview"]?.string)
        self.context = Context(json: context)
    }
}
