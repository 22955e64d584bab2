import EventSupport
import Foundation
import GRDB

/// The files of an open store. SQLite continues to write a file that was removed, replaced or cut off, and its events
/// would be lost with the process, so each transaction checks that the files are still in place, and whole.
struct OpenStoreFiles: Sendable {
    private struct LogState {
        /// The size of the log after the last transaction. SQLite writes a log anew from its start, and never makes it
        /// shorter.
        var size: Int
        /// SQLite's number of the state that others have last changed.
        var version: Int?
        var isCut = false
    }

    private let files: [(path: String, identity: FileIdentity)]
    private let log: String
    private let logState: Locked<LogState>

    /// The database at a path, and the log beside it, which exists while a connection in WAL mode is open. Behind a
    /// link, SQLite puts the log beside the file that the link leads to.
    ///
    /// - Throws: GRDB's `DatabaseError` when the database cannot be read.
    init(of path: String, _ database: Database) throws {
        log = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-wal"
        files = [path, log].compactMap { path in FileIdentity(path: path).map { (path, $0) } }
        logState = Locked(LogState(size: Self.size(of: log), version: try Self.version(database)))
    }

    /// Performs a transaction of the connection that writes, unless a file is not in place or not whole.
    ///
    /// - Throws: ``IntakeError`` with the first such file; the error of `work`.
    func transaction(on database: Database, _ work: () throws -> Void) throws {
        try check(database)
        try database.inTransaction(.immediate) {
            try work()
            return .commit
        }
        logState.withLock { [log] in $0.size = Self.size(of: log) }
    }

    private func check(_ database: Database) throws {
        for file in files where !file.identity.isAt(file.path) { throw StoreFile.removed(file.path) }
        let size = Self.size(of: log)
        let (isShorter, wasCut) = logState.withLock { (size < $0.size, $0.isCut) }
        guard isShorter || wasCut else { return }
        // A checkpoint of another program may empty the log, whose content is in the database then.
        let version = try Self.version(database)
        let isCut = logState.withLock { state in
            if version == state.version { state.isCut = true }
            (state.size, state.version) = (size, version)
            return state.isCut
        }
        if isCut { throw StoreFile.cut(log) }
    }

    /// Other than SQLite's counter of changes, it also changes with a checkpoint that empties the log.
    private static func version(_ database: Database) throws -> Int? {
        try Int.fetchOne(database, sql: "PRAGMA data_version")
    }

    private static func size(of path: String) -> Int { FileStamp(path: path)?.size ?? 0 }
}
