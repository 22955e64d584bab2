import EventSchema

/// The number of an event within its stream in one store, in the order in which the events become ready: 1, 2, 3 …
///
/// With ``EventPlatformClient/Configuration/Store/sendsSequenceNumbers`` it is sent in `meta.sequence_number`. A number
/// that is missing among those that arrived belongs to an event that was dropped after it was stored, which the ledger
/// counts by reason, or that was lost after the intake accepted it.
///
/// A store assigns the number in the transaction that makes the event ready. Every ready event of a stream takes the
/// next number, also where ``NewEvent/isNumbered`` is `false` and the number is not written.
public enum SequenceNumber {
    /// The path of the number in an event.
    package static let path = ["meta", "sequence_number"]

    /// Returns an event with the number in its `meta`.
    ///
    /// - Parameters:
    ///   - number: the number, from 1 on.
    ///   - body: the event as JSON.
    /// - Returns: the event with the number as JSON; `body` unchanged when it is not JSON or has no `meta` object.
    public static func inserting(_ number: Int64, into body: [UInt8]) -> [UInt8] {
        guard case .object(var event)? = parsed(body), case .object(var meta)? = event[path[0]] else { return body }
        meta[path[1]] = .number(Int(number))
        event[path[0]] = .object(meta)
        return JSONValue.object(event).jsonBytes
    }

    private static func parsed(_ body: [UInt8]) -> JSONValue? {
        // The client stores only JSON. Other bytes, as after damage, get no number.
        do { return try JSONValue(parsingLeniently: body) } catch { return nil }
    }
}
