import EventSchema

extension JSONValue {
    /// The id that this value of `meta.id` means: a string as it is, any other value as its JSON.
    var eventID: String { string ?? jsonText }
}

extension JSON {
    /// The id that this value of `meta.id` means.
    var eventID: String { string ?? JSONValue(self).eventID }
}
