import Foundation
import GRDB

/// The tables of a store file and its version.
enum StoreSchema {
    /// Marks the file as ours (`PRAGMA application_id`): "EvPl".
    static let applicationID = 0x4576_506C
    /// The version of the tables (`PRAGMA user_version`).
    static let version = 1

    /// Keeps SQLite from touching a file that is none of its own: opening one in WAL mode would write to it.
    static func refuseForeignFile(at path: String) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw StoreError(.notADatabase, path: path, "is a directory; name a file in it")
        }
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { file.closeFile() }
        let header = file.readData(ofLength: 16)
        guard header.isEmpty || header == Data("SQLite format 3\0".utf8) else {
            throw StoreError(
                .notADatabase, path: path,
                "is no SQLite database; it was left as it is. Name another file, or move this one away")
        }
    }

    static func migrate(_ queue: DatabaseQueue, path: String) throws {
        try queue.write { database in
            let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            let owner = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            let isNew = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard isNew || owner == applicationID else {
                throw StoreError(.foreignDatabase, path: path, "is another program's database; name another file")
            }
            guard found <= version else {
                throw StoreError(
                    .newerVersion, path: path,
                    "was written by a newer version of this library (\(found), this one knows \(version)); update it")
            }
            if isNew { try database.execute(sql: tables) }
        }
    }

    private static let tables = """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        CREATE TABLE event (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            stream TEXT NOT NULL,
            destination TEXT NOT NULL,
            stored_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            body BLOB NOT NULL
        );
        CREATE INDEX event_by_destination ON event (destination, row);
        CREATE INDEX event_by_age ON event (stored_at);
        CREATE TABLE held (number INTEGER PRIMARY KEY, json BLOB NOT NULL);
        CREATE TABLE finished (id TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE ledger (
            stream TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (stream, outcome)
        ) WITHOUT ROWID;
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """
}
