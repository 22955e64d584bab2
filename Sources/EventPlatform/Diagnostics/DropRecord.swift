package import EventSchema

/// An event that was dropped before it was stored: for tests, and for tools that report where the event came from.
package struct DropRecord: Sendable {
    /// The origin that the tool gave with the event, such as a line number; `nil` after a restart.
    package let origin: Int?
    package let stream: String
    package let reason: DropReason
    /// What is wrong with the event, where that is known. Contains no values.
    package let detail: String?
    /// The event as it was submitted, before contextual attributes are added. `nil` where the call was refused before
    /// its event was built (an unknown stream, out of sample, declined consent, after shutdown, an empty action), or
    /// where the event could not be encoded.
    package let event: JSONValue?
}
