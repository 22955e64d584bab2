import EventSupport
import Foundation
import GRDB

/// The SQLite file of an intake's store: its tables and the checks before it is opened.
enum StoreFile {
    /// The columns of `event` and `rejected` that stores of earlier versions lack, the oldest first.
    static let addedColumns: [(name: String, type: String)] = [
        ("test", "TEXT"), ("sent_at", "TEXT"), ("attempt", "INTEGER"),
    ]

    /// Creates missing tables and adds missing columns.
    ///
    /// `rowid` is the position in the order of arrival, one sequence for both tables. `cleared` has the last position
    /// of removed events, so that an old cursor never points at a new event. ``StoreState`` is in `removed`.
    /// `error_event` is an index to count error events.
    static func prepare(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS event (
                    id          TEXT NOT NULL PRIMARY KEY,
                    stream      TEXT NOT NULL,
                    schema      TEXT NOT NULL,
                    received_at TEXT NOT NULL,
                    repeats     INTEGER NOT NULL DEFAULT 0,
                    body        TEXT NOT NULL,
                    test        TEXT,
                    sent_at     TEXT,
                    attempt     INTEGER
                );
                CREATE TABLE IF NOT EXISTS rejected (
                    id          TEXT NOT NULL,
                    stream      TEXT NOT NULL,
                    schema      TEXT NOT NULL,
                    received_at TEXT NOT NULL,
                    status      TEXT NOT NULL,
                    context     TEXT NOT NULL,
                    body        TEXT NOT NULL,
                    test        TEXT,
                    sent_at     TEXT,
                    attempt     INTEGER
                );
                CREATE TABLE IF NOT EXISTS cleared (position INTEGER NOT NULL);
                CREATE TABLE IF NOT EXISTS removed (
                    reason      TEXT NOT NULL PRIMARY KEY,
                    position    INTEGER NOT NULL,
                    times       INTEGER NOT NULL
                );
                CREATE INDEX IF NOT EXISTS error_event ON event (stream)
                    WHERE stream GLOB '\(ErrorEventFactory.streamGlob)';
                """)
        for table in ["event", "rejected"] {
            let present = try database.columns(in: table).map(\.name)
            for (name, type) in addedColumns where !present.contains(name) {
                try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(name) \(type)")
            }
        }
    }

    /// The position of the newest event in the tables; 0 without one.
    static func newestPosition(_ database: Database) throws -> Int64 {
        let sql = """
            SELECT max(coalesce((SELECT max(rowid) FROM event), 0), coalesce((SELECT max(rowid) FROM rejected), 0))
            """
        return try Int64.fetchOne(database, sql: sql) ?? 0
    }

    /// The last position that was given to an event, including removed events.
    static func lastPosition(_ database: Database) throws -> Int64 {
        let cleared = try Int64.fetchOne(database, sql: "SELECT max(position) FROM cleared") ?? 0
        return max(try newestPosition(database), cleared)
    }

    /// Refuses a file with content that is not a store, before anything is written to it or beside it: a file that is
    /// not a SQLite database, or a database of another kind.
    static func checkIsStore(at path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let immutable = try ImmutableDatabase.uri(of: path).map {
            try DatabaseQueue(path: $0, configuration: configuration)
        }
        _ = try (immutable ?? open(path, configuration)).read { try hasTables($0, path: path) }
    }

    /// The files that SQLite makes: the database, the log and its index.
    static func files(of path: String) -> [String] { ["", "-wal", "-shm"].map { path + $0 } }

    /// Removes the files of a database that was created, and could not be prepared.
    static func removeAll(at path: String) {
        // Not a link that leads to it. What cannot be removed stays: the reason for the removal is the one that counts.
        for file in files(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path) { unlink(file) }
    }

    /// Opens a connection. SQLite gets the absolute path: it reads a path that begins with `file:` as a URI, and
    /// `:memory:` as no file.
    static func open(_ path: String, _ configuration: GRDB.Configuration) throws -> DatabaseQueue {
        try DatabaseQueue(path: URL(fileURLWithPath: path).path, configuration: configuration)
    }

    /// Whether there is a file that is not empty.
    ///
    /// - Throws: ``IntakeError`` when no file can be there: a folder is, or there is no folder for it.
    static func hasContent(at path: String) throws -> Bool {
        switch FileKind(at: path) {
        case .missing:
            try checkFolder(of: path)
            return false
        case .directory: throw unusable(path, "it is a directory")
        case .special: throw unusable(path, "it is a pipe, a socket or a device")
        case .unreachable(let reason): throw unusable(path, "it cannot be looked up: \(reason)")
        case .regular:
            let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            return (try FileManager.default.attributesOfItem(atPath: file)[.size] as? NSNumber)?.intValue != 0
        }
    }

    /// Whether a database has the tables of a store; false when it is empty.
    ///
    /// - Throws: ``IntakeError`` when it has other content, or the number of another application, which identifies a
    ///   database also before it has tables.
    static func hasTables(_ database: Database, path: String) throws -> Bool {
        let isMarked = try Int.fetchOne(database, sql: "PRAGMA application_id") != 0
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        if isEmpty, !isMarked { return false }
        let columns = try database.tableExists("event") ? database.columns(in: "event").map(\.name) : []
        let first = ["id", "stream", "schema", "received_at", "repeats", "body"]
        let known = first + addedColumns.map(\.name)
        guard !isMarked, columns.count >= first.count, known.starts(with: columns) else {
            throw unusable(path, "it is a database of another kind")
        }
        return true
    }

    private static func checkFolder(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        throw IntakeError(
            .storeUnusable,
            "\(path): cannot be used as the intake's store: there is no folder \(folder). "
                + "Create it, or give another path."
        )
    }

    /// The error for a store whose file was removed or moved while the intake runs.
    static func removed(_ path: String) -> IntakeError {
        IntakeError(
            .storeUnusable,
            "\(path): was removed or moved while the intake runs. Restore it, or restart the intake.")
    }

    /// The error for a log that was cut off while the intake runs.
    static func cut(_ log: String) -> IntakeError {
        IntakeError(
            .storeUnusable,
            "\(log): was cut off while the intake runs, so that events in it may be lost. Restart the intake.")
    }

    /// The error for a file that cannot be opened.
    static func unusable(_ path: String, _ error: any Error) -> any Error {
        switch error {
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            unusable(path, "another program has locked the file", remedy: "End it, or wait until it has finished")
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            unusable(path, "its disk is full", remedy: "Free some space, or give a path on another disk")
        case let error as DatabaseError:
            unusable(path, error.message ?? "error \(error.resultCode.rawValue)")
        case is RowDecodingError: unusable(path, "it is damaged")
        default: error
        }
    }

    /// The error for a row that cannot be read, or a file that another program has locked; any other error unchanged.
    /// GRDB's own error would contain the values.
    static func damaged(_ path: String, _ error: any Error) -> any Error {
        switch error {
        case is StoredRecord.Damage, is RowDecodingError:
            let reason = (error as? StoredRecord.Damage)?.description ?? "a value has the wrong type"
            return IntakeError(
                .storeUnusable,
                "\(path): is damaged: \(reason). Restore a copy of the file, or give the path of a new one.")
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            return IntakeError(
                .storeUnusable, "\(path): another program has locked the file. End it, or wait until it has finished.")
        default: return error
        }
    }

    static func unusable(
        _ path: String, _ reason: String, remedy: String = "Give the path of a store or of a new file"
    ) -> IntakeError {
        IntakeError(
            .storeUnusable,
            "\(path): cannot be used as the intake's store: \(reason). It was not changed. \(remedy).")
    }
}
