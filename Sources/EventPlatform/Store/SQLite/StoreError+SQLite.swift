import GRDB

extension StoreError {
    init(newerVersion path: String) {
        self.init(.newerVersion, path: path, "was written by a newer version of this library; update it")
    }

    init(opening path: String, _ error: DatabaseError) {
        let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .notADatabase, path: path,
                "is damaged or no SQLite database (\(message), SQLite \(SQLiteEventStore.sqliteVersion)); move it away")
        case .SQLITE_FULL:
            self.init(.unavailable, path: path, "cannot be written: the disk is full; make room")
        default:
            self.init(
                .unavailable, path: path,
                "cannot be opened: \(message) (SQLite \(SQLiteEventStore.sqliteVersion)); check that its folder exists and is writable"
            )
        }
    }
}

extension DatabaseError {
    /// What a file holds cannot be: it was damaged, or written by another program.
    static func damaged(_ what: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: what)
    }
}
