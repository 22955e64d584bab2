import EventSchema

/// The members that the client adds to an event: its envelope, and contextual attributes.
///
/// A value that a whole event of the app's has already is kept; one that an interaction has is replaced. A value that
/// is not an object is not written into.
struct EventTemplate: Sendable {
    /// What differs from event to event.
    enum Slot: Int {
        case id, time
        /// A time of reception, for the validation alone.
        case receptionTime
    }

    /// Whether the app made the whole event.
    let isWhole: Bool
    /// Whether the event has a time of its own, in `client_dt`.
    let hasClientTime: Bool
    /// Whether the intake adds a time of reception, so that the event is validated with one.
    var hasReceptionTime = false
    private var additions: [JSONOverlay.Addition] = []

    /// Makes the envelope: `$schema`, `meta.stream` and `meta.id`.
    init(of event: EventDocument, stream: String, schema: SchemaID) {
        (isWhole, hasClientTime) = (event.isWhole, event.hasClientTime)
        set(.string(schema.path), at: ["$schema"])
        set(.string(stream), at: ["meta", "stream"])
        set(.id, at: ["meta", "id"])
    }

    /// Adds a value at a path of at least one name. `isKept` is whether a value that the event has there is kept, also
    /// by an interaction.
    mutating func set(_ value: JSONValue, at path: [String], keepingOwn isKept: Bool = false) {
        additions.append(.init(.value(value), at: path, keepingOwn: isKept || isWhole))
    }

    /// Adds a value that differs from event to event.
    mutating func set(_ slot: Slot, at path: [String]) {
        additions.append(.init(.slot(slot.rawValue), at: path, keepingOwn: isWhole))
    }

    /// The members, prepared for any number of events. The time of reception is in the last layer.
    func prepared() -> [JSONOverlay] {
        var template = self
        if hasReceptionTime { template.set(.receptionTime, at: ["meta", "dt"]) }
        return JSONOverlay.layers(of: template.additions)
    }
}
