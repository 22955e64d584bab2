public import EventSchema
import Foundation

/// Receives an event as one JSON object: token by token in ``json``, or from an `Encodable` value by ``encode(_:)``.
///
/// Use one of the two for an event; see ``EventInterface/write(to:)``.
public struct EventWriter: Sendable {
    /// The JSON written so far, which further tokens are appended to.
    public var json = JSONBuilder(capacity: 512)

    init() {}

    /// The bytes of the event.
    var bytes: [UInt8] { json.bytes }

    /// Writes a value as its `Encodable` conformance describes it; the members of objects sorted by name, dates as ISO
    /// 8601 in UTC with milliseconds.
    ///
    /// ```swift
    /// func write(to writer: inout EventWriter) throws {
    ///     try writer.encode(["milliseconds": milliseconds])
    /// }
    /// ```
    ///
    /// - Throws: `EncodingError`, as for a number that is not finite; `JSONParseError` when more than 512 values are
    ///   nested.
    public mutating func encode(_ value: some Encodable) throws {
        json.value(try JSON(parsing: Array(Self.encoded(value)), options: .init(repeatedNames: .last)))
    }

    /// The JSON text of a value, as ``encode(_:)`` writes it.
    ///
    /// - Throws: `EncodingError`.
    static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        // Without sorting, the order of members differs from process to process.
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
                let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no such date")
                throw EncodingError.invalidValue(date, context)
            }
            let time = Timestamp(milliseconds: milliseconds)
            var container = encoder.singleValueContainer()
            try container.encode(time.iso8601)
        }
        return try encoder.encode(value)
    }

    /// The reason of an encoding error, without the values that the error may hold.
    static func reason(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context)? = error as? EncodingError else {
            return "\(type(of: error))"
        }
        return "no JSON value at " + (["the top"] + context.codingPath.map(\.stringValue)).joined(separator: "/")
    }
}
