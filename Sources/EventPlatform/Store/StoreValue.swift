import Foundation

/// Encodes the client's values for a store as JSON of a `Codable` type.
package enum StoreValue {
    /// The text of a value. Equal values have equal texts, since keys are sorted.
    package static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Decodes a text.
    ///
    /// - Throws: `DecodingError` when the text is not a value of this type.
    package static func value<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

extension StoreTransaction {
    /// Saves a value under a name.
    package mutating func set(_ value: some Encodable, for name: String) throws {
        values[name] = try StoreValue.text(value)
    }
}

extension EventStore {
    /// The value under a name; otherwise `nil`.
    ///
    /// - Throws: `DecodingError` when the saved text is not a value of this type.
    package func value<Value: Decodable>(_ type: Value.Type, named name: String) throws -> Value? {
        try value(named: name).map { try StoreValue.value(type, from: $0) }
    }
}

extension StoredState {
    /// The value under a name; otherwise `nil`.
    ///
    /// - Throws: `DecodingError` when the saved text is not a value of this type.
    package func value<Value: Decodable>(_ type: Value.Type, named name: String) throws -> Value? {
        try values[name].map { try StoreValue.value(type, from: $0) }
    }
}
