import Foundation
import GRDB

/// An event's id as the table has it: a UUID in its usual form takes 16 bytes instead of 36, anything else is text.
struct StoredID: DatabaseValueConvertible {
    /// The id as the event has it.
    let text: String

    init(_ text: String) { self.text = text }

    var databaseValue: DatabaseValue {
        guard let uuid = UUID(uuidString: text), Self.text(of: uuid) == text else { return text.databaseValue }
        return withUnsafeBytes(of: uuid.uuid) { Data($0) }.databaseValue
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
        guard case .blob(let bytes) = value.storage else { return String.fromDatabaseValue(value).map { StoredID($0) } }
        guard bytes.count == 16 else { return nil }
        return StoredID(text(of: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }))
    }

    private static func text(of uuid: UUID) -> String { uuid.uuidString.lowercased() }
}
