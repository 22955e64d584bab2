import EventSchema

/// An event on its way through the stages: what the app gave, and then the JSON object that will be sent.
struct EventDocument: Sendable {
    /// What the app gave: a JSON object, without white space between its parts.
    let given: JSON
    /// Whether the app made the whole event; its own members then take precedence over the client's.
    let isWhole: Bool
    /// What identifies an event at the intake: `meta.id`.
    let id: String
    /// Whether the client has made the id, so that no other event can have it.
    let isIDGenerated: Bool

    /// What was given, and the members of the client once they are added. It may have a `meta.dt` that the intake sets
    /// to another time, so that the event can be validated as the intake will.
    private(set) var received: JSON
    /// The bytes of ``received`` that are not sent: the member with the time of reception, and a comma.
    private var receptionTime: Range<Int>?

    /// An event without properties.
    static let empty = EventDocument()

    private init() {
        given = JSON(.object([:]))
        (isWhole, id, isIDGenerated, received) = (false, "", true, given)
    }

    /// Makes an event of what the app gave. `generatedID` is the id of an event that has none of its own.
    ///
    /// - Throws: ``NotAnObjectError``.
    init(_ given: JSON, isWhole: Bool, generatedID: String) throws(NotAnObjectError) {
        guard given.kind == .object else { throw NotAnObjectError() }
        self.given = given
        self.isWhole = isWhole
        let ownID = isWhole ? given[path: Self.idPath] : nil
        isIDGenerated = ownID == nil
        id = ownID?.eventID ?? generatedID
        received = given
    }

    /// The error for content that is JSON, but not an object.
    struct NotAnObjectError: Error, CustomStringConvertible {
        var description: String { "the event is JSON, but no object" }
    }

    /// Whether `meta` is an object, or will be, so that the event has a stream and an id.
    var hasEnvelope: Bool { isWhole ? given["meta"].map { $0.kind == .object } ?? true : true }

    /// Whether the event has a time of its own.
    var hasClientTime: Bool { given["client_dt"] != nil }

    /// The schema that a whole event names.
    var ownSchema: SchemaID? { isWhole ? given["$schema"]?.string.map { SchemaID($0) } : nil }

    /// Adds the members of the client. `time` is when the event was submitted.
    mutating func add(_ layers: [JSONOverlay], submittedAt time: Timestamp) {
        var receptionTimeEnd: Int?
        received = given.laying(layers) { slot, builder in
            switch EventTemplate.Slot(rawValue: slot) {
            case .id, nil: builder.value(id)
            case .time: builder.value(time.iso8601)
            case .receptionTime:
                builder.value(Self.anyTime)
                receptionTimeEnd = builder.byteCount  // no layer follows
            }
        }
        receptionTime = receptionTimeEnd.map { received.rangeOfReceptionTime(endingAt: $0) }
    }

    /// The event as it is validated with another value at a path. A value that a whole event has already is kept.
    func received(with value: JSONValue, at path: [String]) -> JSON {
        if isWhole, received[path: path] != nil { return received }
        return received.changing([.set(path, to: JSON(value))])
    }

    /// The event as it will be sent.
    var json: JSON { receptionTime == nil ? received : received.changing([.remove(["meta", "dt"])]) }

    /// The event as it is stored and sent.
    var bytes: [UInt8] {
        let bytes = received.bytes
        guard let receptionTime else { return Array(bytes) }
        var sent: [UInt8] = []
        sent.reserveCapacity(bytes.count - receptionTime.count)
        sent.append(contentsOf: bytes[..<receptionTime.lowerBound])
        sent.append(contentsOf: bytes[receptionTime.upperBound...])
        return sent
    }

    private static let idPath = ["meta", "id"]
    fileprivate static let anyTime = "1970-01-01T00:00:00.000Z"
}

extension JSON {
    /// The range of the member `dt` that ends there. It includes the comma before the member, or the one behind it
    /// where the member is the first. A builder wrote the member and the comma before it, without white space.
    fileprivate func rangeOfReceptionTime(endingAt end: Int) -> Range<Int> {
        let (bytes, start) = (bytes, end - "\"dt\":\"\"".utf8.count - EventDocument.anyTime.utf8.count)
        if bytes[start - 1] == UInt8(ascii: ",") { return start - 1..<end }
        return start..<end + (bytes[end] == UInt8(ascii: ",") ? 1 : 0)
    }
}
