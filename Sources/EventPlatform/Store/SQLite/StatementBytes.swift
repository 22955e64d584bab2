import EventSupport
import Foundation
import GRDB
import GRDBSQLite

/// Bytes of a statement: an argument, which SQLite copies, or a column. GRDB has blobs as `Data`, whose allocation
/// costs more than the copy.
struct StatementBytes: StatementBinding {
    let bytes: [UInt8]

    func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
        bytes.withUnsafeBytes { Self.bind($0, to: sqliteStatement, at: index) }
    }

    /// Binds bytes, which SQLite copies, or reads where they are until the statement has run.
    static func bind(
        _ bytes: UnsafeRawBufferPointer, to statement: SQLiteStatement, at index: CInt,
        as destructor: SQLiteBinding.Destructor? = SQLiteBinding.copied
    ) -> CInt {
        // SQLite takes no address for NULL.
        guard let address = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return sqlite3_bind_blob(statement, index, address, CInt(clamping: bytes.count), destructor)
    }
}

extension StatementBytes: DatabaseValueConvertible, StatementColumnConvertible {
    /// Copies the blob or the text of a column; `nil` for a value of another type.
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        let type = sqlite3_column_type(sqliteStatement, index)
        guard type == SQLITE_BLOB || type == SQLITE_TEXT else { return nil }
        bytes = Self.column(index, of: sqliteStatement) { Array($0) }
    }

    /// Calls `body` with the bytes of a blob or text, which are SQLite's.
    static func column<Result>(
        _ index: CInt, of statement: SQLiteStatement, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        // The address comes first: it may convert the text, and so change the count.
        let address = sqlite3_column_blob(statement, index)
        let count = address == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
        return body(UnsafeRawBufferPointer(start: address, count: count))
    }

    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StatementBytes? {
        switch value.storage {
        case .blob(let data): StatementBytes(bytes: Array(data))
        case .string(let text): StatementBytes(bytes: Array(text.utf8))
        case .null, .int64, .double: nil
        }
    }
}
