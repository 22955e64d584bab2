import EventSchema
import Foundation

/// Makes documents of the values that events and the fields of interactions are given as.
///
/// Nearly all types encode one member after the other, and are written into the document at once. What a
/// ``DirectEncoding`` cannot write, `JSONEncoder` encodes, which takes several times as long: it makes a tree of the
/// value and a text of the tree, which is then parsed.
enum EventEncoder {
    /// The document of a value, as ``EventWriter/encode(_:)`` writes it.
    ///
    /// - Throws: `EncodingError`, and what the value throws.
    static func json(of value: some Encodable) throws -> JSON {
        if let json = try DirectEncoding.json(of: value) { return json }
        return try JSON(parsing: Array(text(of: value)), options: .init(repeatedNames: .last))
    }

    /// The JSON text of a value, by `JSONEncoder`.
    static func text(of value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        // Without sorting, the order of members differs from process to process.
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            guard let time = Timestamp(date) else {
                let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no such date")
                throw EncodingError.invalidValue(date, context)
            }
            var container = encoder.singleValueContainer()
            try container.encode(time.iso8601)
        }
        return try encoder.encode(value)
    }
}

extension Timestamp {
    /// Creates the timestamp nearest to a date; `nil` for a date beyond the range of timestamps.
    init?(_ date: Date) {
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
