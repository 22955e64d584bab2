import Foundation
import GRDB

/// The tables of a store file and its version.
enum StoreSchema {
    /// Marks the file as ours (`PRAGMA application_id`): "EvPl".
    static let applicationID = 0x4576_506C

    /// Brings a file to the tables of this version.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: tables)
            try database.execute(
                sql: "INSERT INTO store (id, events, bytes) VALUES (?, 0, 0)", arguments: [UUID().uuidString])
        }
        return migrator
    }()

    /// Brings the tables to this version.
    ///
    /// A file is marked as ours before it gets its first table, so that one whose process was killed meanwhile is not taken
    /// for another program's.
    ///
    /// - Throws: ``StoreError`` when the file is another program's, or of a newer version; it stays as it is.
    static func migrate(_ queue: DatabaseQueue, path: String) throws {
        guard try !queue.read({ try isComplete($0, path: path) }) else { return }
        try queue.write { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
        try migrator.migrate(queue)
    }

    /// Whether a file has all tables of this version; one that is empty, or is just being created, has not.
    ///
    /// - Throws: ``StoreError`` when the file is another program's, or of a newer version.
    static func isComplete(_ database: Database, path: String) throws -> Bool {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return false }
        try checkApplicationID(database, path: path)
        guard try !migrator.hasBeenSuperseded(database) else { throw StoreError(newerVersion: path) }
        return try migrator.hasCompletedMigrations(database)
    }

    /// Refuses a file that cannot be read as it is.
    static func check(_ database: Database, path: String) throws {
        try checkApplicationID(database, path: path)
        guard try isComplete(database, path: path) else {
            throw StoreError(
                .olderVersion, path: path,
                "was written by an older version of this library; open it once with a client, which brings it up to date"
            )
        }
    }

    private static func checkApplicationID(_ database: Database, path: String) throws {
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else {
            throw StoreError(
                .foreignDatabase, path: path, "is another program's database; it was left as it is. Name another file")
        }
    }

    /// - `event`: `row` is the order of arrival and never used again. `id` is a ``StoredID``; `is_given` whether the app
    ///   chose it, so that it may come twice. `state` is a ``StoredEventState``. `number` is the event's number within its
    ///   stream, where it carries one. `is_sealed` is whether the app's cipher has sealed `body`. `checksum` is that of ``StoredRow``.
    /// - `arrival`: when the events from that row on were stored, to the second.
    /// - `retry`: only for events that have failed.
    /// - `damaged`: the latest rows that did not match their checksum, as they were found.
    /// - `store`: ``StoreCounters``, and the file's own name.
    /// - `spool`, `spool_ledger`: what has been imported from files beside this one; see `SpoolImporter`.
    static let tables = """
        CREATE TABLE event (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id NOT NULL,
            is_given INTEGER NOT NULL,
            stream INTEGER NOT NULL,
            queue INTEGER NOT NULL,
            state INTEGER NOT NULL,
            number INTEGER,
            schema TEXT,
            is_sealed INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            body BLOB NOT NULL
        );
        CREATE INDEX event_by_queue ON event (state, queue);
        CREATE UNIQUE INDEX event_by_given_id ON event (id) WHERE is_given = 1;
        CREATE INDEX event_by_schema ON event (schema) WHERE schema IS NOT NULL;
        CREATE TABLE stream (number INTEGER PRIMARY KEY, name TEXT NOT NULL, sequence INTEGER NOT NULL);
        CREATE TABLE queue (number INTEGER PRIMARY KEY, destination TEXT NOT NULL, priority INTEGER NOT NULL);
        CREATE TABLE arrival (
            row INTEGER PRIMARY KEY, boot TEXT NOT NULL, since_boot INTEGER NOT NULL, wall INTEGER NOT NULL
        );
        CREATE TABLE retry (
            row INTEGER PRIMARY KEY, queue INTEGER NOT NULL, attempts INTEGER NOT NULL, isolated INTEGER NOT NULL,
            boot TEXT NOT NULL, since_boot INTEGER NOT NULL, wall INTEGER NOT NULL
        );
        CREATE INDEX retry_by_time ON retry (queue, since_boot);
        CREATE TABLE damaged (row INTEGER PRIMARY KEY, id, stream, queue, schema, is_sealed, checksum, body);
        CREATE TABLE finished (id PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE held (
            number INTEGER PRIMARY KEY, stream TEXT NOT NULL, submission BLOB NOT NULL, claim INTEGER
        );
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE ledger (
            stream TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (stream, outcome)
        ) WITHOUT ROWID;
        CREATE TABLE store (
            id TEXT NOT NULL, events INTEGER NOT NULL, bytes INTEGER NOT NULL,
            claim INTEGER NOT NULL DEFAULT 0, claimed_row INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE spool (file TEXT PRIMARY KEY, claim INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE spool_ledger (
            file TEXT NOT NULL, stream TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY (file, stream, outcome)
        ) WITHOUT ROWID;
        """
}

/// What a file is, judged by its first bytes: before SQLite may touch it.
extension StoreSchema {
    /// Keeps SQLite from touching a file that is none of its own: opening one in WAL mode would write to it.
    ///
    /// To be called only while no connection of this process has the file: closing any descriptor of it ends the locks
    /// that the process has on it.
    static func requireSQLiteFile(at path: String) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw StoreError(.notADatabase, path: path, "is a directory; name a file in it")
        }
        let header = header(at: path)
        guard header.isEmpty || header.prefix(16) == Data("SQLite format 3\0".utf8) else {
            throw StoreError(
                .notADatabase, path: path,
                "is no SQLite database; it was left as it is. Name another file, or move this one away")
        }
    }

    /// Makes sure that a file calls itself an event store, even if the rest of it cannot be read: what comes after may
    /// lock it, change it or remove it.
    static func requireStore(at path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw StoreError(missing: path) }
        try requireSQLiteFile(at: path)
        // application_id, big-endian
        let mark = header(at: path).dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard mark == applicationID else {
            throw StoreError(.foreignDatabase, path: path, "is no event store; it was left as it is")
        }
    }

    /// Whether a file calls itself an event store.
    static func isStore(at path: String) -> Bool {
        do { try requireStore(at: path) } catch { return false }
        return true
    }

    /// The first bytes of a database file; empty when it cannot be read.
    private static func header(at path: String) -> Data {
        guard let file = FileHandle(forReadingAtPath: path) else { return Data() }
        defer { file.closeFile() }
        return file.readData(ofLength: 100)
    }
}
