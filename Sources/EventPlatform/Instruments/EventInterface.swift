/// An event of an app's own type, for ``EventPlatformClient/submit(stream:event:domain:)``.
///
/// ```swift
/// struct PageLoaded: EventInterface {
///     var schema: SchemaID { "/analytics/my_team/page_loaded/1.0.0" }
///     var milliseconds: Int
/// }
/// ```
public protocol EventInterface: Encodable, Sendable {
    /// The schema the event follows; sent as `$schema` unless the encoded event has one.
    var schema: SchemaID { get }

    /// Writes the event as one JSON object. The default goes through `Encodable`; generated types write bytes.
    ///
    /// - Throws: whatever the encoding throws; the event is then dropped as ``DropReason/unencodable``.
    func write(to writer: inout EventWriter) throws
}

extension EventInterface {
    /// Writes the event as its `Encodable` conformance describes it.
    public func write(to writer: inout EventWriter) throws { try writer.encode(self) }
}
