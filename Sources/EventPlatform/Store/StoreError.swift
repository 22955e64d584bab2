import GRDB

/// Why a store file cannot be used.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file is no SQLite database, or a damaged one.
        case notADatabase
        /// The file is an SQLite database of another program.
        case foreignDatabase
        /// The file comes from a newer version of this library.
        case newerVersion
        /// The file comes from an older version of this library, and only a client may bring it up to date.
        case olderVersion
        /// A running client owns the file.
        case owned
        /// The file cannot be opened, read or written.
        case unavailable
    }

    /// What kind of failure it is.
    public let code: Code
    /// The file, the reason and the remedy.
    public let description: String

    init(_ code: Code, path: String, _ reason: String) {
        self.code = code
        description = "store \(path) \(reason)"
    }

    init(_ code: Code, description: String) {
        self.code = code
        self.description = description
    }

    init(missing path: String) {
        self.init(
            .unavailable, path: path, "does not exist; name the file that `send --store` or an app's client writes")
    }

    init(newerVersion found: Int, path: String) {
        self.init(
            .newerVersion, path: path,
            "was written by a newer version of this library (\(found), this one knows \(StoreSchema.version)); update it"
        )
    }

    init(opening path: String, _ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .notADatabase, path: path,
                "is damaged or no SQLite database (\(error.message ?? "no reason given"), SQLite \(SQLiteEventStore.sqliteVersion)); move it away"
            )
        case .SQLITE_FULL:
            self.init(.unavailable, path: path, "cannot be written: the disk is full; make room")
        default:
            self.init(
                .unavailable, path: path,
                "cannot be opened: \(error.message ?? "SQLite error \(error.resultCode.rawValue)") (SQLite \(SQLiteEventStore.sqliteVersion)); check that its folder exists and is writable"
            )
        }
    }
}
