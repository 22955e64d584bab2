import EventSchema

extension JSONValue {
    /// The id that a value of `meta.id` stands for; a value that is no text stands for its JSON.
    var eventID: String { string ?? jsonText }
}
