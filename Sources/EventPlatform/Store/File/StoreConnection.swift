import GRDB

/// How a store file is opened: one connection, a write-ahead log, 2 MB of cache.
enum StoreConnection {
    static func open(_ path: String, isReadOnly: Bool = false) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.label = "EventPlatform.store"
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -2048") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    static func beginLog(_ queue: DatabaseQueue, _ durability: Durability) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
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
