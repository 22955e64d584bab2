import Foundation

/// Why a store file cannot be used as it is in its folder.
package struct StoreFilesError: Error, Sendable, Hashable {
    /// The file that must change.
    package let path: String
    /// What is wrong with it, to follow its path.
    package let reason: String
    /// How it is corrected.
    package let remedy: String
}

/// What SQLite assumes about a store file and the files beside it, and does not check.
package enum StoreFiles {
    /// Checks that a store file has one name, and that no file of another program has the name of one that SQLite or
    /// the lock makes beside it.
    ///
    /// SQLite finds the log by the name of the database. A file with two names has two logs, and neither knows what the
    /// other one has changed in the file. A file beside a new database that SQLite has not written is overwritten and
    /// removed; beside a database with content, it is taken for that one's own, however damaged.
    ///
    /// Files are not opened that SQLite has locked: closing a descriptor would release the process's POSIX locks.
    ///
    /// - Throws: ``StoreFilesError`` with the first file to correct.
    package static func check(_ path: String) throws(StoreFilesError) {
        try checkNames(of: path)
        try checkLock(path + ".lock")
        guard status(path)?.st_size ?? 0 == 0 else { return }
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path  // where SQLite looks for the others
        try checkBegin(of: file + "-wal", isOneOf: [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]])
        try checkBegin(of: file + "-journal", isOneOf: [[0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]])
        try checkIndex(file + "-shm")
    }

    /// Some file systems count no names at all, so that 0 is one name too.
    private static func checkNames(of path: String) throws(StoreFilesError) {
        guard let status = status(path), status.st_nlink > 1 else { return }
        throw StoreFilesError(
            path: path,
            reason: "has \(status.st_nlink) names (hard links), and events that are stored by one of them can be lost "
                + "by another",
            remedy: "Keep the name that has a -wal beside it, or any if none has, and remove the others")
    }

    /// The lock has no content.
    private static func checkLock(_ path: String) throws(StoreFilesError) {
        if let status = status(path), status.st_size > 0 { throw foreign(path) }
    }

    /// A log or journal begins with its mark; while it is written for the first time, with zeros.
    private static func checkBegin(of path: String, isOneOf marks: [[UInt8]]) throws(StoreFilesError) {
        guard status(path) != nil else { return }
        let begin: [UInt8]
        do { begin = try RegularFile.prefix(of: path, count: marks[0].count) } catch {
            return  // SQLite reports what cannot be read
        }
        guard begin.allSatisfy({ $0 == 0 }) || marks.contains(where: { $0.starts(with: begin) }) else {
            throw foreign(path)
        }
    }

    /// SQLite makes the index of a log 3 bytes long at first, and then enlarges it by 32 KiB at a time.
    private static func checkIndex(_ path: String) throws(StoreFilesError) {
        guard let size = status(path)?.st_size, size > 3, size % 32_768 != 0 else { return }
        throw foreign(path)
    }

    private static func foreign(_ path: String) -> StoreFilesError {
        StoreFilesError(
            path: path, reason: "has content of another program, and would be removed",
            remedy: "Move it away, or give another path for the store")
    }

    /// The state of a regular file; `nil` for anything else.
    private static func status(_ path: String) -> stat? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status
    }
}
