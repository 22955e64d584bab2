import EventSchema
import EventSupport
import Foundation
import GRDB
import GRDBSQLite

/// An event's id in the table: a lower-case UUID as a blob of 16 bytes instead of 36 characters, any other id as text.
/// An id with a NUL, at which a text of SQLite ends, is a blob with a terminator.
extension StoredID: DatabaseValueConvertible, StatementColumnConvertible {
    /// Ends an id that is stored as bytes; UTF-8 has no such byte. It is doubled where one would make the blob as long
    /// as a UUID.
    private static let terminator: UInt8 = 0xFF
    static let uuidCount = 16

    var databaseValue: DatabaseValue {
        switch self {
        case .uuid(let uuid): return withUnsafeBytes(of: Self.bytes(of: uuid)) { Data($0).databaseValue }
        case .text(let exact):
            guard exact.text.utf8.contains(0) else { return exact.text.databaseValue }
            let bytes = Data(exact.text.utf8) + [Self.terminator]
            return (bytes.count == Self.uuidCount ? bytes + [Self.terminator] : bytes).databaseValue
        }
    }

    /// Binds a UUID without a `DatabaseValue` around it.
    func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
        guard case .uuid(let uuid) = self else { return databaseValue.bind(to: sqliteStatement, at: index) }
        return withUnsafeBytes(of: Self.bytes(of: uuid)) { StatementBytes.bind($0, to: sqliteStatement, at: index) }
    }

    /// The bytes of a UUID, in memory of the statement; `nil` for another id.
    func bytesOfUUID(in memory: inout BindingMemory) -> UnsafeRawBufferPointer? {
        guard case .uuid(let uuid) = self else { return nil }
        return withUnsafeBytes(of: Self.bytes(of: uuid)) { memory.copy($0) }
    }

    /// Reads a UUID without a `DatabaseValue` around it.
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        if sqlite3_column_type(sqliteStatement, index) == SQLITE_BLOB,
            sqlite3_column_bytes(sqliteStatement, index) == Self.uuidCount
        {
            self = StatementBytes.column(index, of: sqliteStatement) { .uuid(Self.uuid(of: $0)) }
        } else {
            let value = DatabaseValue(sqliteStatement: sqliteStatement, index: index)
            guard let id = Self.fromDatabaseValue(value) else { return nil }
            self = id
        }
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
        guard case .blob(let bytes) = value.storage else { return String.fromDatabaseValue(value).map { StoredID($0) } }
        if bytes.count == uuidCount { return .uuid(bytes.withUnsafeBytes(uuid)) }
        guard bytes.last == terminator else { return nil }
        let text = bytes.prefix { $0 != terminator }
        return StoredID(String(decoding: text, as: UTF8.self))
    }

    private static func bytes(of uuid: LowercaseUUID) -> (UInt64, UInt64) { (uuid.high.bigEndian, uuid.low.bigEndian) }

    private static func uuid(of bytes: UnsafeRawBufferPointer) -> LowercaseUUID {
        let (high, low) = bytes.loadUnaligned(as: (UInt64, UInt64).self)
        return LowercaseUUID(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }
}
