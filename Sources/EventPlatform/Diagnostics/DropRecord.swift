package import EventSchema

/// An event that was dropped before it was stored: for tests, and for tools that report where the event came from.
package struct DropRecord: Sendable {
    /// The origin that the tool gave with the event, such as a line number; `nil` after a restart.
    package let origin: Int?
    package let stream: String
    package let reason: DropReason
    /// What is wrong with the event, where that is known. Contains no values.
    package let detail: String?
    /// The event as it was submitted, before contextual attributes are added. `nil` where it could not be encoded, or
    /// where it was dropped on the caller's thread, which is possible with ``DropReason/unknownStream``,
    /// ``DropReason/streamQuarantined``, ``DropReason/outOfSample``, ``DropReason/throttled``,
    /// ``DropReason/consentDeclined``, ``DropReason/shutDown`` and ``DropReason/inboxFull``.
    package let event: JSONValue?
}
