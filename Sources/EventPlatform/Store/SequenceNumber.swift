import EventSchema

/// The number of an event within its stream, as it came into the store of this client: 1, 2, 3 …
///
/// With ``EventPlatformClient/Configuration/Store/sendsSequenceNumbers`` it goes out in `meta.sequence_number`. What is
/// missing between the numbers that arrived was dropped after it was stored, for a reason that the ledger has, or was
/// lost on the way.
public enum SequenceNumber {
    /// Where the number stands in an event.
    package static let path = ["meta", "sequence_number"]

    /// The event with a number written into its `meta`; an event without one stays as it is.
    public static func write(_ number: Int64, into body: [UInt8]) -> [UInt8] {
        guard case .object(var event)? = parsed(body), case .object(var meta)? = event[path[0]] else { return body }
        meta[path[1]] = .number(Int(number))
        event[path[0]] = .object(meta)
        return JSONValue.object(event).jsonBytes
    }

    private static func parsed(_ body: [UInt8]) -> JSONValue? {
        // What is no JSON can have no number; the client stores only JSON.
        do { return try JSONValue(parsing: body) } catch { return nil }
    }
}
