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
    public mutating func encode(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .custom { date, encoder in
            let time = Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
            var container = encoder.singleValueContainer()
            try container.encode(time.iso8601)
        }
        json.raw(try encoder.encode(value))
    }
}
