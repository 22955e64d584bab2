package import EventSchema

/// An event that was dropped before it was stored, for tools that know where it came from and for tests.
package struct Drop: Sendable {
    /// What the tool gave with the event, such as a line number; `nil` after a restart.
    package let origin: Int?
    package let stream: String
    package let reason: DropReason
    /// What is wrong with the event, where that is known. Holds no values.
    package let detail: String?
    /// The event as it was submitted, in its envelope; `nil` where the call was refused before its event was built, or
    /// where it is no JSON object.
    package let event: JSONValue?
}
