public import EventPlatform
public import EventSchema

/// An event that the client has dropped, for tests; see ``TestPlatform/droppedEvents()``.
public struct DroppedEvent: Sendable, Hashable, CustomStringConvertible {
    /// The stream that the submit call named.
    public let stream: EventPlatformClient.Stream
    /// Why the event was dropped.
    public let reason: DropReason
    /// What is wrong with the event, such as `/element_id: is 80 characters long, at most 64 are allowed`; `nil` when
    /// the reason is complete by itself.
    public let detail: String?
    /// The event as it was submitted, before contextual attributes are added. `nil` where it could not be encoded, or
    /// where it was dropped on the caller's thread, which is possible with the reasons `unknownStream`,
    /// `streamQuarantined`, `outOfSample`, `throttled`, `consentDeclined`, `shutDown` and `inboxFull`.
    public let event: JSONValue?

    init(_ drop: DropRecord) {
        stream = EventPlatformClient.Stream(drop.stream)
        (reason, detail, event) = (drop.reason, drop.detail, drop.event)
    }

    /// Stream, reason and detail: `app.toolbar: invalid: /size: the schema does not have this property`.
    public var description: String {
        "\(stream): \(cause)"
    }

    /// Reason and detail: `invalid: /size: the schema does not have this property`.
    var cause: String { ([reason.rawValue] + (detail.map { [$0] } ?? [])).joined(separator: ": ") }
}
