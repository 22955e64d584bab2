import Foundation
import GRDB

/// The tables of a store file and their migrations.
enum StoreSchema {
    /// The mark of an event store (`PRAGMA application_id`): "EvPl".
    static let applicationID = 0x4576_506C

    /// The migrations, in order.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: tables)
            try database.execute(
                sql: "INSERT INTO store (id, events, bytes) VALUES (?, 0, 0)", arguments: [UUID().uuidString])
        }
        return migrator
    }()

    /// Migrates a file to the tables of this version.
    ///
    /// The file gets its mark before its first table: when the process is killed in between, the next one recognises
    /// the file as an event store.
    ///
    /// - Throws: ``StoreError`` when the file belongs to another program or a newer version; it is not changed.
    static func migrate(_ queue: DatabaseQueue, path: String) throws {
        guard try !queue.read({ try isComplete($0, path: path) }) else { return }
        try queue.write { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
        try migrator.migrate(queue)
    }

    /// Whether a file has all tables of this version. An empty file, or one that is being created, does not.
    ///
    /// - Throws: ``StoreError`` when the file belongs to another program or a newer version.
    static func isComplete(_ database: Database, path: String) throws -> Bool {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return false }
        try checkApplicationID(database, path: path)
        guard try !migrator.hasBeenSuperseded(database) else { throw StoreError(newerVersion: path) }
        return try migrator.hasCompletedMigrations(database)
    }

    /// Checks that a file can be read without a migration.
    ///
    /// - Throws: ``StoreError`` when it cannot.
    static func check(_ database: Database, path: String) throws {
        try checkApplicationID(database, path: path)
        guard try isComplete(database, path: path) else {
            throw StoreError(
                .olderVersion, path: path,
                "was written by an older version of this library; open it once with a client, which migrates it"
            )
        }
    }

    private static func checkApplicationID(_ database: Database, path: String) throws {
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else {
            throw StoreError(
                .foreignDatabase, path: path, "is another program's database; it was not changed. Name another file")
        }
    }

    /// - `event`: `row` rises in the order of arrival and is never used again. `id` is a ``StoredID``. `is_given` is
    ///   whether the app chose the id, so that it may occur twice. `state` is a ``StoredEventState``. `number` is the
    ///   event's ``SequenceNumber``, if it carries one. `is_sealed` is whether the app's cipher sealed `body`.
    ///   `checksum` is ``StoredRow/checksum``.
    /// - `arrival`: when the events from a row up to that of the next arrival were stored, to the second.
    /// - `retry`: one row for each failed event.
    /// - `damaged`: the latest 100 rows that did not match their checksum, unchanged.
    /// - `finished`: ids of delivered events, where the client remembers them.
    /// - `held`: submissions that wait for stream configurations. `is_sealed` is whether the app's cipher sealed
    ///   `submission`. `claim` is set while they are being imported.
    /// - `setting`: the client's values by name.
    /// - `store`: ``StoreCounters``, and the id of the file.
    /// - `spool`, `spool_ledger`: what was imported from other files; see `SpoolImporter`.
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
            number INTEGER PRIMARY KEY, stream TEXT NOT NULL, is_sealed INTEGER NOT NULL, submission BLOB NOT NULL,
            claim INTEGER
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

/// Checks of a file by its first bytes, before SQLite opens it.
extension StoreSchema {
    /// Checks that a file is empty, missing or an SQLite database, since opening a file in WAL mode writes to it.
    ///
    /// Must not be called while a connection of this process has the file open: closing any descriptor of a file
    /// releases the process's POSIX locks on it.
    ///
    /// - Throws: ``StoreError`` with the code ``StoreError/Code/notADatabase``.
    static func requireSQLiteFile(at path: String) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw StoreError(.notADatabase, path: path, "is a directory; name a file in it")
        }
        let header = header(at: path)
        guard header.isEmpty || header.prefix(16) == Data("SQLite format 3\0".utf8) else {
            throw StoreError(
                .notADatabase, path: path,
                "is not an SQLite database; it was not changed. Name another file, or move this one away")
        }
    }

    /// Checks that a file has the mark of an event store, before it is locked, changed or removed. The rest of the file
    /// may be damaged.
    ///
    /// - Throws: ``StoreError`` when the file is missing or has no mark.
    static func requireStore(at path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw StoreError(missing: path) }
        try requireSQLiteFile(at: path)
        // application_id, big-endian
        let mark = header(at: path).dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard mark == applicationID else {
            throw StoreError(.foreignDatabase, path: path, "is not an event store; it was not changed")
        }
    }

    /// Whether a file has the mark of an event store.
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
