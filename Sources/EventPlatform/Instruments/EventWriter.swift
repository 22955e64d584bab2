public import EventSchema
import Foundation

/// Receives an event as one JSON object: token by token in ``json``, or from an `Encodable` value by ``encode(_:)``.
///
/// Use one of the two for an event; see ``EventInterface/write(to:)``.
public struct EventWriter: Sendable {
    /// The JSON written so far, which further tokens are appended to.
    public var json = JSONBuilder(capacity: 512)

    /// What ``encode(_:)`` has written, when that was all so far.
    private var encoded: JSON?

    init() {}

    /// The event.
    var content: Submission.Content {
        if let encoded, encoded.bytes.count == json.byteCount { return .event(encoded) }
        return .written(json.bytes)
    }

    /// Writes a value as its `Encodable` conformance describes it: as `JSONEncoder` does, with dates as ISO 8601 in UTC
    /// with milliseconds. The members of an object have the same order in every process.
    ///
    /// ```swift
    /// func write(to writer: inout EventWriter) throws {
    ///     try writer.encode(["milliseconds": milliseconds])
    /// }
    /// ```
    ///
    /// - Throws: `EncodingError`, as for a number that is not finite, or where more than 512 arrays and objects are
    ///   nested.
    public mutating func encode(_ value: some Encodable) throws {
        let document = try EventEncoder.json(of: value)
        encoded = json.byteCount == 0 ? document : nil
        json.value(document)
    }

    /// The reason of an encoding error, without the values that the error may hold.
    static func reason(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
            return "\(type(of: error))"
        }
        let place = (["the top"] + context.codingPath.map(\.stringValue)).joined(separator: "/")
        if let fault = context.underlyingError as? EncodingFault {
            return "no JSON value at \(place): \(fault.rawValue)"
        }
        let isInfinite = (value as? any BinaryFloatingPoint).map { !Double($0).isFinite } ?? false
        return "no JSON value at \(place)" + (isInfinite ? ": a number is not finite" : "")
    }
}
