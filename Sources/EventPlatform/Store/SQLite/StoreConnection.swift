import Foundation
import GRDB
import GRDBSQLite

/// Opens a store file: one connection with 2 MB of cache.
enum StoreConnection {
    /// The page size of a new file, in bytes. With events of half a kilobyte, little of a page stays empty.
    static let pageSize = 8192

    /// How many pages the log has when they are moved into the store file. That may then have to grow by as many, for
    /// which ``DiskReserve`` has room. A log of 1 000 makes a busy store faster by less than a tenth.
    static let pagesInLog = 192

    /// How long SQLite waits for another program's lock, in seconds.
    static let busyTimeout = 5.0

    /// What a connection has besides its journal. Where SQLite is built to overwrite what is deleted, as by Debian, it
    /// would write each page that becomes free; ``SQLiteEventStore/erase()`` overwrites them where it matters.
    private static let pragmas = "PRAGMA cache_size = -2048; PRAGMA secure_delete = FAST"

    /// Opens a file.
    ///
    /// - Throws: GRDB's `DatabaseError`; ``StoreError`` if SQLite could open the file for reading only, which it does
    ///   without an error, and after which every transaction would fail.
    static func open(
        _ path: String, isReadOnly: Bool = false, busyTimeout: TimeInterval = busyTimeout
    ) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.label = "EventPlatform.store"
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { try $0.execute(sql: pragmas) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        guard isReadOnly || queue.inDatabase({ sqlite3_db_readonly($0.sqliteConnection, nil) }) == 0 else {
            throw StoreError(
                .unavailable, path: path,
                "cannot be opened for writing; check its permissions and whether its disk is read-only")
        }
        return queue
    }

    /// Checks that a transaction can write. SQLite opens a log that it may not write for reading, without an error. A
    /// program that is writing now is not waited for: it can write.
    ///
    /// - Throws: GRDB's `DatabaseError`, as `SQLITE_READONLY`.
    static func requireWritable(_ queue: DatabaseQueue) throws {
        try queue.inDatabase { database in
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            do { try database.execute(sql: "BEGIN IMMEDIATE; ROLLBACK") } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY
            {}
            try database.execute(sql: "PRAGMA busy_timeout = \(Int(busyTimeout * 1000))")
        }
    }

    /// Sets the page size of an empty file; without effect on another one.
    static func setPageSize(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = \(pageSize)") }
    }

    /// Sets how transactions are made durable.
    ///
    /// A file that one process writes has a write-ahead log. A spool, which two processes write, has a rollback
    /// journal: with a write-ahead log that two connections write or check-point at the same time, SQLite 3.7.0 to
    /// 3.51.2 can damage the file.
    static func configureJournal(_ queue: DatabaseQueue, _ durability: Durability, isShared: Bool) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = \(isShared ? "TRUNCATE" : "WAL")")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = \(pagesInLog)")
            switch durability {
            case .process: try database.execute(sql: "PRAGMA synchronous = NORMAL")
            case .power:
                // The latter two ask Apple's systems for F_FULLFSYNC; elsewhere they change nothing.
                try database.execute(
                    sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
            }
        }
    }
}
