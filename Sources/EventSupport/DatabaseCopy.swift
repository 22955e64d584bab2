import Foundation

/// Opens a database for reading where nothing can be written beside it.
///
/// SQLite creates files beside one in WAL mode, even to read it. Where the folder cannot be written, as on a read-only
/// mount, or the disk is full, the database and its log are copied to a temporary folder.
package enum DatabaseCopy {
    /// Opens a database in place, or a copy of it.
    ///
    /// - Parameters:
    ///   - path: the database file.
    ///   - open: opens the file at a path and reads from it, so that a copy's files are open when they are removed.
    /// - Returns: what `open` returns.
    /// - Throws: the error of `open`; Foundation's error when the files cannot be copied.
    package static func readingInPlaceOrCopy<Reader>(
        of path: String, open: (_ path: String) throws -> Reader
    ) throws -> Reader {
        do { return try open(path) } catch {
            if holdsMore(URL(fileURLWithPath: path).deletingLastPathComponent().path) { throw error }
        }
        return try withTemporaryFolder { folder in
            let copy = folder + "/copy.sqlite"
            for suffix in ["", "-wal"] where FileKind(at: path + suffix) == .regular {
                try FileManager.default.copyItem(
                    atPath: URL(fileURLWithPath: path + suffix).resolvingSymlinksInPath().path, toPath: copy + suffix)
            }
            return try open(copy)
        }
    }

    /// Calls `body` with the path of a temporary folder that only the user of the process may read, and removes it.
    /// Files in it that are open stay readable.
    ///
    /// - Throws: the error of `body`; Foundation's error when the folder cannot be made or removed.
    package static func withTemporaryFolder<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let result = Swift.Result { try body(folder.path) }
        try FileManager.default.removeItem(at: folder)
        return try result.get()
    }

    /// Whether a folder can hold the files that SQLite makes.
    private static func holdsMore(_ folder: String) -> Bool {
        var disk = statvfs()
        guard access(folder, W_OK) == 0, statvfs(folder, &disk) == 0 else { return false }
        return UInt64(disk.f_bavail) * UInt64(disk.f_frsize) >= 64 << 10  // an index of the log takes 32 KiB
    }
}
