import EventSchema

/// An event on its way through the stages: the JSON object that will be sent.
///
/// The stages read and write it by paths only, so that its representation can change without them. It is a tree of
/// values until it is validated, which writes the document that is then stored.
struct EventDocument: Sendable {
    private var properties: JSONObject { didSet { written = nil } }
    /// The event as it was validated; `nil` after a change.
    private var written: Written?

    private struct Written {
        let json: JSON
        /// Whether it has a time of reception that the event has not.
        let hasReceptionTime: Bool
    }

    /// Whether the app made the whole event; its own members then take precedence over the client's.
    let isWhole: Bool
    /// What identifies an event at the intake: `meta.id`.
    let id: String
    /// Whether the client has made the id, so that no other event can have it.
    let isIDGenerated: Bool

    /// Few events have more properties once the context is added.
    static let usualPropertyCount = 16

    /// Makes an event without properties.
    init() { (properties, isWhole, id, isIDGenerated) = (JSONObject(), false, "", true) }

    /// Makes the envelope (`$schema`, `meta.stream`, `meta.id`) around what the app gave.
    ///
    /// - Parameters:
    ///   - given: what the app gave.
    ///   - isWhole: whether it is a whole event, whose own `$schema` and `meta` count before the client's.
    ///   - stream: the stream's name, for `meta.stream`.
    ///   - schema: the schema, for `$schema`.
    ///   - generatedID: the id of an event that has none.
    init(_ given: JSONObject, isWhole: Bool, stream: String, schema: SchemaID, generatedID: String) {
        self.isWhole = isWhole
        properties = given
        properties.reserveCapacity(Self.usualPropertyCount)
        if !isWhole || properties["$schema"] == nil { properties["$schema"] = .string(schema.path) }
        let own = isWhole ? properties["meta"] : nil
        let ownID = own?["id"]
        isIDGenerated = ownID == nil
        id = ownID?.eventID ?? generatedID
        // ``EventPipeline`` drops an event whose `meta` is no object.
        guard case .object(let ownMeta) = own ?? .object(JSONObject()) else { return }
        var meta = JSONObject()
        meta.reserveCapacity(ownMeta.count + 4)
        meta["stream"] = .string(stream)
        meta["id"] = ownID ?? .string(id)
        for (name, value) in ownMeta { meta[name] = value }
        properties["meta"] = .object(meta)
    }

    /// The JSON object in bytes.
    ///
    /// - Throws: ``JSONParseError`` when the bytes are not JSON, ``NotAnObjectError`` when they are JSON but not an
    ///   object.
    static func object(in bytes: [UInt8]) throws -> JSONObject {
        guard case .object(let object) = try JSONValue(parsingLeniently: bytes) else { throw NotAnObjectError() }
        return object
    }

    /// The error for content that is JSON, but not an object.
    struct NotAnObjectError: Error, CustomStringConvertible {
        var description: String { "the event is JSON, but no object" }
    }

    /// Whether `meta` is an object, so that the event has a stream and an id.
    var hasEnvelope: Bool { if case .object? = properties["meta"] { true } else { false } }

    /// The schema that the event names.
    var schema: SchemaID? { properties["$schema"]?.string.map { SchemaID($0) } }

    /// The event as a JSON value.
    var json: JSONValue { .object(properties) }

    /// The event as it is stored and sent.
    var bytes: [UInt8] {
        guard let written else { return json.jsonBytes }
        return written.hasReceptionTime
            ? written.json.bytes(withoutMember: Self.receptionTime) : Array(written.json.bytes)
    }

    /// The value at a path through objects.
    subscript(path: [String]) -> JSONValue? {
        guard let name = path.first, let value = properties[name] else { return nil }
        return path.count == 1 ? value : value[path: path.dropFirst()]
    }

    /// Whether the event has a property.
    func has(_ name: String) -> Bool { properties.position(of: name) != nil }

    /// Sets a value at a path of at least one name. A value that a whole event has already is kept; one that an
    /// interaction has is replaced. A value that is not an object is not written into.
    mutating func set(_ value: JSONValue, at path: [String]) {
        if isWhole, self[path] != nil { return }
        Self.set(value, at: path[...], of: &properties)
    }

    private static func set(_ value: JSONValue, at path: ArraySlice<String>, of object: inout JSONObject) {
        guard let name = path.first else { return }
        guard path.count > 1 else { return object[name] = value }
        object.changeObject(name) { set(value, at: path.dropFirst(), of: &$0) }
    }

    private static let receptionTime = ["meta", "dt"]

    /// Writes the event for its validation and its storage; with a `meta.dt`, which the intake will set to another
    /// time, if it has none and is received with one. It is then changed and changed back in place.
    mutating func write(withReceptionTime isReceivedWithTime: Bool) -> JSON {
        let lacksTime = hasEnvelope && self[Self.receptionTime] == nil
        guard isReceivedWithTime, lacksTime else {
            let document = JSON(json)
            written = Written(json: document, hasReceptionTime: false)
            return document
        }
        properties.changeObject("meta") { $0["dt"] = "1970-01-01T00:00:00.000Z" }
        let document = JSON(json)
        properties.changeObject("meta") { $0["dt"] = nil }
        written = Written(json: document, hasReceptionTime: true)
        return document
    }
}
