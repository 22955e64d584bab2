/// What the table knows of an event besides its place and times.
struct EventFlags: OptionSet, Sendable {
    let rawValue: Int
    /// The app chose the id, so another event may have it too.
    static let givenID = EventFlags(rawValue: 1)
    /// The event carries its number.
    static let numbered = EventFlags(rawValue: 2)
    /// The body is packed; see ``StoredBody``.
    static let packed = EventFlags(rawValue: 4)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The body is sealed.
    static let sealed = EventFlags(rawValue: 8)

    init(_ event: NewEvent, _ body: StoredBody) {
        self = event.hasOwnID ? [] : .givenID
        if event.isNumbered { insert(.numbered) }
        if body.isPacked { insert(.packed) }
        if body.isSealed { insert(.sealed) }
    }
}
