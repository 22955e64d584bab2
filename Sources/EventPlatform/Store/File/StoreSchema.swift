import Foundation
import GRDB

/// The tables of a store file and its version.
enum StoreSchema {
    /// Marks the file as ours (`PRAGMA application_id`): "EvPl".
    static let applicationID = 0x4576_506C
    /// The version of the tables (`PRAGMA user_version`).
    static let version = 3

    /// Keeps SQLite from touching a file that is none of its own: opening one in WAL mode would write to it.
    static func refuseForeignFile(at path: String) throws {
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
        try refuseForeignFile(at: path)
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

    /// Refuses a file that cannot be read as it is.
    static func check(_ database: Database, path: String) throws {
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else {
            throw StoreError(.foreignDatabase, path: path, "is another program's database; name an event store")
        }
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found <= version else { throw StoreError(newerVersion: found, path: path) }
        guard found == version else {
            throw StoreError(
                .olderVersion, path: path,
                "was written by an older version of this library (\(found), this one writes \(version)); open it once with a client, which brings it up to date"
            )
        }
    }

    /// Brings the tables to this version, in one transaction.
    static func migrate(_ queue: DatabaseQueue, path: String) throws {
        try queue.write { database in
            let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            let owner = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            let isNew = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard isNew || owner == applicationID else {
                throw StoreError(.foreignDatabase, path: path, "is another program's database; name another file")
            }
            guard found <= version else {
                throw StoreError(newerVersion: found, path: path)
            }
            if isNew {
                try database.execute(sql: "PRAGMA application_id = \(applicationID); \(tables) \(mark)")
                try nameFile(database)
            }
            if found == 1 { try StoreMigration.fromVersion1(database) }
            if found == 2 { try StoreMigration.fromVersion2(database) }
        }
    }

    /// Says that the file has the tables of this version.
    static let mark = "PRAGMA user_version = \(version);"

    /// Gives the file a name of its own, by which another one remembers what it has taken from it.
    static func nameFile(_ database: Database) throws {
        try database.execute(sql: "INSERT INTO file VALUES (?)", arguments: [UUID().uuidString])
    }

    /// `row` is a ``RowNumber``, `id` a ``StoredID``, `flags` ``EventFlags``. `given` has the ids that the app chose, so that
    /// none comes twice, as far as ``CarriedAccount`` does not have them. `body` is a ``StoredBody``, `size` how long it is opened, where that differs. `tally` has the ledger and the
    /// counters of ``StoreCounter``, as far as the column `account` does not have them; see ``StoreAccount``. `taken` says
    /// up to which arrival the events of another file have been taken in.
    static let tables = """
        CREATE TABLE event (
            row INTEGER PRIMARY KEY,
            stream INTEGER NOT NULL,
            stored_at INTEGER NOT NULL,
            since_boot INTEGER NOT NULL,
            number INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            flags INTEGER NOT NULL,
            id NOT NULL,
            body BLOB NOT NULL,
            size INTEGER,
            account TEXT
        );
        CREATE TABLE given (id PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE file (id TEXT NOT NULL);
        CREATE TABLE stream (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE destination (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE stretch (first_arrival INTEGER PRIMARY KEY, boot_id TEXT NOT NULL);
        CREATE TABLE tally (
            stream TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (stream, outcome)
        ) WITHOUT ROWID;
        CREATE TABLE taken (file TEXT PRIMARY KEY, arrival INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE held (number INTEGER PRIMARY KEY, stream TEXT NOT NULL, json BLOB NOT NULL);
        CREATE TABLE finished (id TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """
}
