public import EventSchema
import Foundation

/// Where an event writes itself: one JSON object, either token by token through ``json`` or through `Encodable`.
public struct EventWriter: Sendable {
    /// Writes tokens.
    public var json = JSONWriter(capacity: 512)

    init() {}

    /// What the event has written.
    var bytes: [UInt8] { json.bytes }

    /// Writes a value as its `Encodable` conformance describes it; dates as ISO 8601 in UTC with milliseconds.
    ///
    /// - Throws: `EncodingError`.
    public mutating func encode(_ value: some Encodable) throws { json.raw(try Self.encoded(value)) }

    /// The JSON text of a value, as ``encode(_:)`` writes it.
    ///
    /// - Throws: `EncodingError`.
    static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
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
