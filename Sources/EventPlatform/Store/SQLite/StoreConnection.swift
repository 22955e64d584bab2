import GRDB

/// How a store file is opened: one connection, 2 MB of cache.
enum StoreConnection {
    /// The size of a new file's pages, so that little of one stays empty behind events of half a kilobyte.
    static let pageSize = 8192

    static func open(_ path: String, isReadOnly: Bool = false) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.label = "EventPlatform.store"
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -2048") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Chooses the pages of a file that is still empty.
    static func setPageSize(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = \(pageSize)") }
    }

    /// Chooses how the file's transactions are made durable.
    ///
    /// A file of one process has a write-ahead log. One that two processes write, a spool, has a rollback journal: several
    /// of SQLite's worst errors (in versions 3.7.0 to 3.51.2, the system's among them) need a write-ahead log that two
    /// connections write or empty at once.
    static func configureJournal(_ queue: DatabaseQueue, _ durability: Durability, isShared: Bool) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = \(isShared ? "TRUNCATE" : "WAL")")
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
