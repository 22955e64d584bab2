import EventSupport
import Foundation
import GRDB

/// The tables of a store file and their migrations.
enum StoreSchema {
    /// The mark of an event store (`PRAGMA application_id`): "EvPl".
    static let applicationID = 0x4576_506C

    /// The migrations, in order. Files of the first three have not been released.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("4") { database in
            try database.execute(sql: tables)
            try database.execute(sql: "INSERT INTO store (id) VALUES (?)", arguments: [UUID().uuidString])
        }
        return migrator
    }()

    /// Migrates a file to the tables of this version.
    ///
    /// The file gets its mark before its first table: when the process is killed in between, the next one recognises
    /// the file as an event store.
    ///
    /// A spool or an alternative file also gets the mark of its `namespace`.
    ///
    /// - Throws: ``StoreError`` when the file belongs to another program, a newer version or, with `namespace`, to
    ///   another namespace; it is not changed.
    static func migrate(_ queue: DatabaseQueue, path: String, partOf namespace: StoreNamespace? = nil) throws {
        guard try !queue.read({ try isComplete($0, path: path) }) else {
            guard let namespace, try queue.read(namespaceID) != namespace.id else { return }
            throw StoreError(
                .foreignDatabase, path: path,
                "is a store of its own and no part of \(namespace.main.lastPathComponent); it was not changed")
        }
        try queue.write { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(namespace?.id ?? 0)")
        }
        try migrator.migrate(queue)
    }

    /// The mark of the namespace that a file is a spool or an alternative file of; 0 for a store file.
    static func namespaceID(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Whether a file has all tables of this version. An empty file, or one that is being created, does not.
    ///
    /// - Throws: ``StoreError`` when the file belongs to another program or a newer version; `SQLITE_CORRUPT` when it
    ///   has pages and no table.
    static func isComplete(_ database: Database, path: String) throws -> Bool {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 {
            guard try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0 <= 1 else {
                throw DatabaseError.damaged("the names of the tables are missing")
            }
            return false
        }
        try checkApplicationID(database, path: path)
        guard try !migrator.hasBeenSuperseded(database) else {
            // A version has both in the table and in its index.
            let isOneByte = try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT identifier FROM grdb_migrations NOT INDEXED EXCEPT
                    SELECT identifier FROM grdb_migrations INDEXED BY sqlite_autoindex_grdb_migrations_1)
                    """)
            if isOneByte == true { throw DatabaseError.damaged("the version of the file is not that of its index") }
            throw StoreError(newerVersion: path)
        }
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

    /// - `event`: `row` rises in the order of arrival; see ``RowNumber``. `id` is a ``StoredID``. `is_given` is
    ///   whether the app chose the id. The app may submit such an id again, so the table is searched for it before an
    ///   insertion; a generated id is not looked up. `state` is a ``StoredEventState``. `number` is the event's
    ///   ``SequenceNumber``, if it carries one. `is_sealed` is whether the app's cipher sealed `body`. `checksum` is
    ///   ``StoredRow/checksum``.
    /// - `arrival`: when the events from a row up to that of the next arrival were stored, to the second.
    /// - `retry`: one row for each failed event.
    /// - `damaged`: the latest 100 rows that did not match their checksum, unchanged.
    /// - `finished`: ids of delivered events, where the client keeps them.
    /// - `held`: submissions that wait for stream configurations. `is_sealed` is whether the app's cipher sealed
    ///   `submission`. `claim` is set while they are being imported. `checksum` is ``HeldSubmission/checksum``.
    /// - `setting`: the client's values by name.
    /// - `ledger`: the counts of a ``Ledger``; and as `numbered`, how many sequence numbers a stream has given.
    /// - `store`: ``StoreCounters``, and the id of the file.
    /// - `spool`, `spool_ledger`: what was imported from other files; see `SpoolImporter`.
    /// - `stream_copy` and `queue_copy` have all of their tables, on other pages: of a damaged file either is enough.
    ///
    /// The indexes come last, as `VACUUM` writes them, so that in every file each table begins on the same page.
    static let tables = """
        CREATE TABLE event (
            row INTEGER PRIMARY KEY,
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
        CREATE TABLE stream (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE queue (number INTEGER PRIMARY KEY, destination TEXT NOT NULL, priority INTEGER NOT NULL);
        CREATE TABLE arrival (
            row INTEGER PRIMARY KEY, boot TEXT NOT NULL, since_boot INTEGER NOT NULL, wall INTEGER NOT NULL
        );
        CREATE TABLE retry (
            row INTEGER PRIMARY KEY, queue INTEGER NOT NULL, attempts INTEGER NOT NULL, isolated INTEGER NOT NULL,
            boot TEXT NOT NULL, since_boot INTEGER NOT NULL, wall INTEGER NOT NULL
        );
        CREATE TABLE damaged (row INTEGER PRIMARY KEY, id, stream, queue, schema, is_sealed, checksum, body);
        CREATE TABLE finished (id PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE held (
            number INTEGER PRIMARY KEY, stream TEXT NOT NULL, is_sealed INTEGER NOT NULL, submission BLOB NOT NULL,
            claim INTEGER, checksum INTEGER NOT NULL
        );
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE ledger (
            stream TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (stream, outcome)
        ) WITHOUT ROWID;
        CREATE TABLE store (
            id TEXT NOT NULL, last_row INTEGER NOT NULL DEFAULT 0,
            events INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
            claim INTEGER NOT NULL DEFAULT 0, claimed_row INTEGER NOT NULL DEFAULT 0,
            first_row INTEGER NOT NULL DEFAULT 1
        );
        CREATE TABLE spool (file TEXT PRIMARY KEY, claim INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE spool_ledger (
            file TEXT NOT NULL, stream TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY (file, stream, outcome)
        ) WITHOUT ROWID;
        CREATE INDEX event_by_queue ON event (state, queue);
        CREATE UNIQUE INDEX event_by_given_id ON event (id) WHERE is_given = 1;
        CREATE INDEX event_by_schema ON event (schema) WHERE schema IS NOT NULL;
        CREATE INDEX stream_copy ON stream (name);
        CREATE INDEX queue_copy ON queue (destination, priority);
        CREATE INDEX retry_by_time ON retry (queue, since_boot);
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
        try requireRegularFile(at: path)
        let header = header(at: path)
        guard header.isEmpty || header.starts(with: magic) else {
            throw StoreError(
                .notADatabase, path: path,
                "is not an SQLite database; it was not changed. Name another file, or move this one away")
        }
    }

    /// Checks that a file is no database of another program, before a connection opens it that would leave files
    /// beside it. A file with the mark of a store, or that is no database at all, is the caller's to judge.
    ///
    /// - Throws: ``StoreError`` for a database of another program; GRDB's `DatabaseError` when it cannot be read.
    static func requireNoOtherDatabase(at path: String) throws {
        guard header(at: path).starts(with: magic), !isStore(at: path) else { return }
        let queue = try StoreConnection.open(ImmutableDatabase.uri(of: path) ?? path, isReadOnly: true)
        _ = try queue.read { try isComplete($0, path: path) }
    }

    static let magic = "SQLite format 3\0".utf8

    /// Checks that there is a file or nothing at a path. To open a pipe could wait for ever.
    ///
    /// - Throws: ``StoreError``.
    static func requireRegularFile(at path: String) throws {
        switch FileKind(at: path) {
        case .missing, .regular: break
        case .directory: throw StoreError(.notADatabase, path: path, "is a directory; name a file in it")
        case .special:
            throw StoreError(.notADatabase, path: path, "is a pipe, a socket or a device; name a regular file")
        case .unreachable(let reason):
            throw StoreError(.unavailable, path: path, "cannot be read: \(reason); check the path and its permissions")
        }
    }

    /// Checks that there is a regular file that is not empty.
    ///
    /// - Throws: ``StoreError``.
    static func requireContent(at path: String) throws {
        try requireRegularFile(at: path)
        guard FileKind(at: path) == .regular else { throw StoreError(missing: path) }
        guard !header(at: path).isEmpty else {
            throw StoreError(.foreignDatabase, path: path, "is empty: no event was stored in it; it was not changed")
        }
    }

    /// Checks that a file has the mark of an event store, before it is locked, changed or removed. The rest of the file
    /// may be damaged.
    ///
    /// - Throws: ``StoreError`` when the file is missing or has no mark.
    static func requireStore(at path: String) throws {
        try requireSQLiteFile(at: path)
        try requireContent(at: path)
        guard number(at: 68, in: header(at: path)) == applicationID else {
            throw StoreError(.foreignDatabase, path: path, "is not an event store; it was not changed")
        }
    }

    /// Whether a file begins as an SQLite database, of whatever program.
    static func isDatabase(at path: String) -> Bool { header(at: path).starts(with: magic) }

    /// Whether a file has the mark of an event store.
    static func isStore(at path: String) -> Bool {
        do { try requireStore(at: path) } catch { return false }
        return true
    }

    /// The mark of the namespace of a file; see ``StoreNamespace/id``. 0 for a file that is no event store.
    static func namespaceID(at path: String) -> Int { isStore(at: path) ? number(at: 60, in: header(at: path)) : 0 }

    /// A field of the header of a database file: `user_version` is at 60, `application_id` at 68.
    private static func number(at offset: Int, in header: [UInt8]) -> Int {
        header.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The first bytes of a database file; empty when it cannot be read.
    private static func header(at path: String) -> [UInt8] {
        do { return try RegularFile.prefix(of: path, count: 100) } catch { return [] }
    }
}
