import Foundation
import GRDB

/// The SQLite file of an intake's store: its tables and the checks before it is opened.
enum StoreFile {
    /// Creates missing tables and adds the column that stores of the first version lack.
    ///
    /// `rowid` is the position in the order of arrival, one sequence for both tables. `cleared` has the last position
    /// of removed events, so that an old cursor never points at a new event. `error_event` is an index to count error
    /// events.
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
                CREATE INDEX IF NOT EXISTS error_event ON event (stream)
                    WHERE stream GLOB '\(ErrorEventFactory.streamGlob)';
                """)
        if try !database.columns(in: "event").contains(where: { $0.name == "test" }) {
            try database.execute(sql: "ALTER TABLE event ADD COLUMN test TEXT")
        }
    }

    /// The last position that was given to an event, including removed events.
    static func lastPosition(_ database: Database) throws -> Int64 {
        let sql = """
            SELECT max(coalesce((SELECT max(rowid) FROM event), 0), coalesce((SELECT max(rowid) FROM rejected), 0),
                       coalesce((SELECT max(position) FROM cleared), 0))
            """
        return try Int64.fetchOne(database, sql: sql) ?? 0
    }

    /// Refuses a path that cannot be a store, before anything is written: a folder, a file in a folder that does not
    /// exist, a file that is not a SQLite database, or a database with other tables.
    static func checkIsStore(at path: String) throws {
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

    static func unusable(_ path: String, _ reason: String) -> IntakeError {
        IntakeError(
            .storeUnusable,
            "\(path): cannot be used as the intake's store: \(reason). It was not changed. "
                + "Give the path of a store or of a new file."
        )
    }
}
