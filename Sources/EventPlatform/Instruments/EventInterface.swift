/// An event of an app's own type, for ``EventPlatformClient/submit(stream:event:domain:context:)``.
///
/// ```swift
/// struct PageLoaded: EventInterface {
///     var schema: SchemaID { "/analytics/my_team/page_loaded/1.0.0" }
///     var milliseconds: Int
/// }
/// ```
///
/// Here `milliseconds` is sent as a property of the event's root; a `CodingKeys` enum gives other names. A computed
/// property such as `schema` is not encoded. Dates are written in ISO 8601, in UTC with milliseconds.
///
/// Properties that the client would add too (`dt`, `meta`, `agent`, …) keep the event's own value.
public protocol EventInterface: Encodable, Sendable {
    /// The schema that the event follows; sent as `$schema` unless the encoded event has one of its own. Its title must
    /// be the stream's `schema_title`.
    var schema: SchemaID { get }

    /// Writes the event as one JSON object.
    ///
    /// The default uses the `Encodable` conformance. A type that is submitted very often can write its tokens itself:
    ///
    /// ```swift
    /// func write(to writer: inout EventWriter) throws {
    ///     writer.json.beginObject()
    ///     writer.json.name("frames")
    ///     writer.json.value(frames)
    ///     writer.json.endObject()
    /// }
    /// ```
    ///
    /// It is called on the thread of the submit call. What is written must be exactly one JSON object.
    ///
    /// - Throws: any error; the event is then dropped as ``DropReason/unencodable``, with a diagnostic.
    func write(to writer: inout EventWriter) throws
}

extension EventInterface {
    /// Writes the event as its `Encodable` conformance describes it.
    public func write(to writer: inout EventWriter) throws { try writer.encode(self) }
}
