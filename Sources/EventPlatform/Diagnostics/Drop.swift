package import EventSchema

/// An event that was dropped before it was stored: for tests, and for tools that report where the event came from.
package struct Drop: Sendable {
    /// The origin that the tool gave with the event, such as a line number; `nil` after a restart.
    package let origin: Int?
    package let stream: String
    package let reason: DropReason
    /// What is wrong with the event, where that is known. Contains no values.
    package let detail: String?
    /// The event as it was submitted, in its envelope; `nil` when the call was refused before its event was built, or
    /// when it is not a JSON object.
    package let event: JSONValue?
}
