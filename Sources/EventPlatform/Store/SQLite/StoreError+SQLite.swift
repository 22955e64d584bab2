import Foundation
import GRDB

extension StoreError {
    init(newerVersion path: String) {
        self.init(.newerVersion, path: path, "was written by another version of this library; update the library")
    }

    init(opening path: String, _ error: DatabaseError) {
        let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case _ where error.isDamage:
            self.init(
                .notADatabase, path: path,
                "is damaged or not an SQLite database (\(message), SQLite \(SQLiteEventStore.sqliteVersion)); move it "
                    + "away"
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(lockedByOther: path)
        case .SQLITE_FULL:
            self.init(.unavailable, path: path, "cannot be written: the disk is full; free some space")
        default:
            self.init(
                .unavailable, path: path,
                "cannot be opened: \(message) (SQLite \(SQLiteEventStore.sqliteVersion)); check that its folder exists "
                    + "and is writable"
            )
        }
    }
}

extension DatabaseError {
    /// Whether a full disk may be the reason that a file could not be opened.
    var mayBeFullDisk: Bool { [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(resultCode) }

    /// The error of a write that the system refuses by a quota or by the largest size of a file, which SQLite does not
    /// tell from a broken disk.
    ///
    /// - Parameter number: the number of the system's error.
    /// - Returns: `SQLITE_FULL`; `nil` for any other error.
    func asDiskFull(after number: CInt) -> DatabaseError? {
        guard resultCode == .SQLITE_IOERR, [EDQUOT, EFBIG, ENOSPC].contains(number) else { return nil }
        return .diskFull("the disk is full: \(String(cString: strerror(number)))")
    }

    /// The error for a disk without room.
    static func diskFull(_ message: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_FULL, message: message)
    }

    /// The error for content that this library never writes: the file was damaged, or changed by another program.
    static func damaged(_ message: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
    }
}
