import Foundation
import GRDB

/// The SQLite file of an intake's store: its tables, and whose file it is.
enum StoreFile {
    /// Makes the tables that are missing, and adds what earlier stores lack.
    ///
    /// `rowid` is the position in the order of arrival, one sequence for both tables. `cleared` keeps the last position
    /// of what was removed, so that a cursor of before never points at something new. `error_event` counts error events.
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
                    test        TEXT
                );
                CREATE TABLE IF NOT EXISTS rejected (
                    id          TEXT NOT NULL,
                    stream      TEXT NOT NULL,
                    schema      TEXT NOT NULL,
                    received_at TEXT NOT NULL,
                    status      TEXT NOT NULL,
                    context     TEXT NOT NULL,
                    body        TEXT NOT NULL,
                    test        TEXT
                );
                CREATE TABLE IF NOT EXISTS cleared (position INTEGER NOT NULL);
                CREATE INDEX IF NOT EXISTS error_event ON event (stream) WHERE stream GLOB '\(ErrorEventFactory.streamGlob)';
                """)
        if try !database.columns(in: "event").contains(where: { $0.name == "test" }) {
            try database.execute(sql: "ALTER TABLE event ADD COLUMN test TEXT")
        }
    }

    /// The last position that was given to an event, kept or removed.
    static func lastPosition(_ database: Database) throws -> Int64 {
        let sql = """
            SELECT max(coalesce((SELECT max(rowid) FROM event), 0), coalesce((SELECT max(rowid) FROM rejected), 0),
                       coalesce((SELECT max(position) FROM cleared), 0))
            """
        return try Int64.fetchOne(database, sql: sql) ?? 0
    }

    /// Refuses, before anything is written, a path where no store can be: a folder, a file in a folder that is not
    /// there, no SQLite database, or one that holds somebody else's tables.
    static func checkOwner(of path: String) throws {
        let attributes: [FileAttributeKey: Any]
        do { attributes = try FileManager.default.attributesOfItem(atPath: path) } catch CocoaError.fileReadNoSuchFile {
            return try checkFolder(of: path)
        }
        guard attributes[.type] as? FileAttributeType != .typeDirectory else {
            throw unusable(path, "it is a directory")
        }
        guard (attributes[.size] as? NSNumber)?.intValue != 0 else { return }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let columns = try DatabaseQueue(path: path, configuration: configuration).read { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return tables.isEmpty ? nil : try database.columns(in: "event").map(\.name)
        }
        guard let columns else { return }
        let known = ["id", "stream", "schema", "received_at", "repeats", "body", "test"]
        guard columns == known || columns == known.dropLast() else {
            throw unusable(path, "it is a database of another kind")
        }
    }

    private static func checkFolder(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        throw IntakeError(
            .storeUnusable,
            "\(path): cannot be used as the intake's store: there is no folder \(folder). Make it, or name another path."
        )
    }

    /// The file of a running intake's store was removed, or moved away.
    static func removed(_ path: String) -> IntakeError {
        IntakeError(
            .storeUnusable,
            "\(path): was removed or moved away while the intake runs. Put it back, or start the intake again.")
    }

    static func unusable(_ path: String, _ reason: String) -> IntakeError {
        IntakeError(
            .storeUnusable,
            "\(path): cannot be used as the intake's store: \(reason). It was left as it was; give the path of an earlier store, or of no file yet."
        )
    }
}
