import Foundation
import GRDB

extension StoreError {
    init(newerVersion path: String) {
        self.init(.newerVersion, path: path, "was written by another version of this library; update the library")
    }

    /// The error for a file that SQLite cannot open.
    init(opening path: String, _ error: DatabaseError) {
        let (reason, version) = (error.reason, SQLiteEventStore.sqliteVersion)
        if error.isDamage {
            self.init(
                .notADatabase, path: path,
                "is damaged or not an SQLite database (\(reason), SQLite \(version)); move it away")
        } else {
            self =
                Self.passing(path, error)
                ?? StoreError(
                    .unavailable, path: path,
                    "cannot be opened: \(reason) (SQLite \(version)); check that its folder exists and is writable")
        }
    }

    /// The error for an open file that SQLite cannot read or write.
    private init(using path: String, _ error: DatabaseError) {
        if error.isDamage {
            self.init(damaged: path, error.reason)
        } else if error.isOfContent {
            self.init(.unwritable, path: path, "cannot store this content: \(error.reason)")
        } else {
            self =
                Self.passing(path, error)
                ?? StoreError(
                    .unavailable, path: path,
                    "cannot be read or written: \(error.reason) (SQLite \(SQLiteEventStore.sqliteVersion)); check its "
                        + "disk"
                )
        }
    }

    /// The error for damage in an open file.
    init(damaged path: String, _ reason: String) { self.init(.notADatabase, path: path, "is damaged: \(reason)") }

    /// The error for a file that another program has locked, or a full disk.
    private static func passing(_ path: String, _ error: DatabaseError) -> StoreError? {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: StoreError(lockedByOther: path)
        case .SQLITE_FULL:
            StoreError(.unavailable, path: path, "cannot be written: the disk is full; free some space")
        default: nil
        }
    }

    /// Runs work on an open file, and replaces an error of GRDB by one that names the file.
    static func naming<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as DatabaseError {
            throw StoreError(using: path, error)
        } catch is RowDecodingError {
            throw StoreError(damaged: path, "a value has an unexpected type")
        }
    }
}

extension DatabaseError {
    /// Why it was thrown. It holds no value of a row.
    fileprivate var reason: String { message ?? "SQLite error \(resultCode.rawValue)" }

    /// Whether SQLite refuses the values of a change, whatever the state of the file and its disk.
    fileprivate var isOfContent: Bool { [.SQLITE_TOOBIG, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(resultCode) }

    /// Whether a full disk may be the reason that a file could not be opened.
    var mayBeFullDisk: Bool { [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(resultCode) }

    /// The error of a write that the system refuses by a quota or by the largest size of a file, which SQLite does not
    /// tell from a broken disk.
    ///
    /// - Parameter number: the number of the system's error.
    /// - Returns: `SQLITE_FULL`; `nil` for any other error.
    func asDiskFull(after number: CInt) -> DatabaseError? {
        guard resultCode == .SQLITE_IOERR, [EDQUOT, EFBIG, ENOSPC].contains(number) else { return nil }
        return DatabaseError(
            resultCode: .SQLITE_FULL, message: "the disk is full: \(String(cString: strerror(number)))")
    }

    /// The error for content that this library never writes: the file was damaged, or changed by another program.
    static func damaged(_ message: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
    }
}
