import Foundation
import GRDB

/// An event's id as the table has it: a UUID in its usual form takes 16 bytes instead of 36, anything else is text, or, with
/// a NUL, at which SQLite's texts end, bytes.
///
/// Two are the same when their bytes are: Swift takes texts for equal that are not.
struct StoredID: DatabaseValueConvertible, Hashable, Sendable {
    /// The id as the event has it.
    let text: String

    init(_ text: String) { self.text = text }

    /// What no UTF-8 has, at the end of an id that is kept as bytes; so often that they are not as many as a UUID's.
    private static let end: UInt8 = 0xFF
    private static let uuidCount = 16

    var databaseValue: DatabaseValue {
        if text.utf8.contains(0) {
            let bytes = Data(text.utf8) + [Self.end]
            return (bytes.count == Self.uuidCount ? bytes + [Self.end] : bytes).databaseValue
        }
        guard let uuid = UUID(uuidString: text), Self.text(of: uuid) == text else { return text.databaseValue }
        return withUnsafeBytes(of: uuid.uuid) { Data($0) }.databaseValue
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
        guard case .blob(let bytes) = value.storage else { return String.fromDatabaseValue(value).map { StoredID($0) } }
        if bytes.count == uuidCount {
            return StoredID(text(of: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }))
        }
        guard bytes.last == end else { return nil }
        let text = bytes.prefix { $0 != end }
        return StoredID(String(decoding: text, as: UTF8.self))
    }

    private static func text(of uuid: UUID) -> String { uuid.uuidString.lowercased() }

    static func == (left: StoredID, right: StoredID) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
