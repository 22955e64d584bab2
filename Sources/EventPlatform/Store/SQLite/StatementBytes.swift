import EventSupport
import GRDB
import GRDBSQLite

/// Bytes as an argument of a statement, which SQLite copies. GRDB binds blobs from `Data`, whose allocation costs more
/// than the copy.
struct BoundBytes: StatementBinding {
    let bytes: [UInt8]

    func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
        bytes.withUnsafeBytes { Self.bind($0, to: sqliteStatement, at: index) }
    }

    static func bind(_ bytes: UnsafeRawBufferPointer, to statement: SQLiteStatement, at index: CInt) -> CInt {
        // SQLite takes no address for NULL.
        guard let address = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return sqlite3_bind_blob(statement, index, address, CInt(clamping: bytes.count), SQLiteBinding.copied)
    }
}
