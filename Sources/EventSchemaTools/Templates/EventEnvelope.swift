package import EventSchema

/// What every event has.
package enum EventEnvelope {
    /// The properties that clients write into every event. They write `dt` where the schema has it.
    private static let names = ["$schema", "meta"]

    /// The properties of the envelope that a map of properties lacks.
    package static func missing(in properties: JSONValue?) -> [String] { names.filter { properties?[$0] == nil } }
}
