import EventSchema
import Foundation
import GRDB

/// The events that an intake has accepted, in a SQLite file that any program may read while the intake runs.
///
/// The one table is
///
/// ```sql
/// CREATE TABLE event (
///     id          TEXT NOT NULL PRIMARY KEY,  -- meta.id
///     stream      TEXT NOT NULL,              -- meta.stream
///     schema      TEXT NOT NULL,              -- $schema
///     received_at TEXT NOT NULL,              -- when its first copy arrived: UTC, milliseconds, Z
///     repeats     INTEGER NOT NULL DEFAULT 0, -- how many further copies arrived
///     body        TEXT NOT NULL               -- the event as JSON, as it was filled in
/// );
/// ```
///
/// One copy is kept for each `meta.id`, the first to arrive. The file is in WAL mode: what was answered with 201 is committed, and
/// survives a `kill -9` of the intake.
public final class IntakeStore: Sendable {
    /// The file's path.
    public let path: String
    private let isTemporary: Bool
    private let queue: DatabaseQueue

    /// Opens a store, and makes it when it is missing.
    ///
    /// - Parameter path: the SQLite file; `nil` for a temporary one that ``close()`` removes.
    /// - Throws: ``IntakeError`` when the file cannot be used. It is left as it was.
    public init(path: String? = nil) throws {
        isTemporary = path == nil
        self.path =
            path ?? FileManager.default.temporaryDirectory.appending(path: "intake-\(UUID().uuidString).sqlite").path
        do {
            try Self.checkOwner(of: self.path)
            var configuration = GRDB.Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .timeout(5)
            queue = try DatabaseQueue(path: self.path, configuration: configuration)
            try queue.write { try $0.execute(sql: Self.schema) }
        } catch let error as DatabaseError {
            throw Self.unusable(self.path, error.message ?? "error \(error.resultCode.rawValue)")
        }
    }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS event (
            id          TEXT NOT NULL PRIMARY KEY,
            stream      TEXT NOT NULL,
            schema      TEXT NOT NULL,
            received_at TEXT NOT NULL,
            repeats     INTEGER NOT NULL DEFAULT 0,
            body        TEXT NOT NULL
        );
        """

    /// Refuses, before anything is written, a file that is no SQLite database or that holds somebody else's tables.
    private static func checkOwner(of path: String) throws {
        let attributes: [FileAttributeKey: Any]
        do { attributes = try FileManager.default.attributesOfItem(atPath: path) } catch CocoaError.fileReadNoSuchFile {
            return
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
        guard columns == ["id", "stream", "schema", "received_at", "repeats", "body"] else {
            throw unusable(path, "it is a database of another kind")
        }
    }

    private static func unusable(_ path: String, _ reason: String) -> IntakeError {
        IntakeError(
            .storeUnusable,
            "\(path): cannot be used as the intake's store: \(reason). It was left as it was; give the path of an earlier store, or of no file yet."
        )
    }

    /// Closes the file, and removes it when it is temporary. Closing again does nothing.
    public func close() throws {
        try queue.close()
        guard isTemporary else { return }
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Opens an existing store for reading only, also beside the intake that writes it.
    ///
    /// - Throws: ``IntakeError`` when there is no such file, or it is no store.
    public init(reading path: String) throws {
        isTemporary = false
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else {
            throw IntakeError(.storeUnusable, "\(path): does not exist. Give the path of an intake's store.")
        }
        do {
            try Self.checkOwner(of: path)
            var configuration = GRDB.Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError {
            throw Self.unusable(path, error.message ?? "error \(error.resultCode.rawValue)")
        }
    }

    // MARK: - Writing

    /// Keeps events, in one transaction that is committed when this returns. A copy of one that is kept already only
    /// raises its count of repeats.
    func add(_ events: [AcceptedEvent]) async throws {
        guard !events.isEmpty else { return }
        let receivedAt = Date().formatted(.iso8601WithMilliseconds)
        try await queue.write { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO event (id, stream, schema, received_at, body) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET repeats = repeats + 1
                    """)
            for event in events {
                try statement.execute(arguments: [
                    event.id, event.stream, event.schema, receivedAt, event.event.jsonText,
                ])
            }
        }
    }

    // MARK: - Reading

    /// How many events are kept, of one stream or of all; copies do not count.
    public func count(stream: String? = nil) throws -> Int {
        try queue.read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM event WHERE ? IS NULL OR stream = ?", arguments: [stream, stream])
                ?? 0
        }
    }

    /// How many further copies of kept events arrived, in one stream or in all.
    public func repeats(stream: String? = nil) throws -> Int {
        try queue.read { database in
            try Int.fetchOne(
                database, sql: "SELECT coalesce(sum(repeats), 0) FROM event WHERE ? IS NULL OR stream = ?",
                arguments: [stream, stream]) ?? 0
        }
    }

    /// The names of the streams that have events, in order.
    public func streams() throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: "SELECT DISTINCT stream FROM event ORDER BY stream") }
    }

    /// The events that are kept, of one stream or of all, in the order in which they arrived.
    public func events(stream: String? = nil) throws -> [StoredEvent] {
        try queue.read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT * FROM event WHERE ? IS NULL OR stream = ? ORDER BY rowid",
                arguments: [stream, stream])
            var events: [StoredEvent] = []
            while let row = try rows.next() { events.append(try StoredEvent(row)) }
            return events
        }
    }
}
