import EventSchema
import Foundation
import GRDB

/// What has arrived: one copy of each event by `meta.id`, in a SQLite file that other programs may read.
///
/// The table is `event (id, stream, schema, received_at, repeats, body)`; `body` is JSON text. A transaction that has
/// returned survives the end of the process at any moment.
public final class IntakeStore: Sendable {
    private let queue: DatabaseQueue
    /// The file.
    public let path: String

    /// Marks the file as ours (`PRAGMA application_id`): "EvIn".
    private static let applicationID = 0x4576_496E

    /// Opens or creates a store file.
    ///
    /// - Throws: ``IntakeError`` when the file or its folder cannot be used. A file that is no such store is left as it
    ///   is.
    init(path: String) throws {
        self.path = path
        try Self.refuseForeignFile(at: path)
        var configuration = GRDB.Configuration()
        configuration.label = "EventIntake.store"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { try Self.createTables(in: $0, path: path) }
        } catch let error as DatabaseError {
            throw IntakeError(
                "the store \(path) cannot be used: \(error.message ?? "\(error.resultCode)"); check that its folder exists and is writable, and that no other intake has it"
            )
        }
    }

    /// Stores events, all in one transaction. One whose id is there already only counts as a repeat.
    func add(_ events: [ReceivedEvent]) async throws {
        guard !events.isEmpty else { return }
        try await queue.write { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO event (id, stream, schema, received_at, body) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET repeats = repeats + 1
                    """)
            for event in events {
                try statement.execute(
                    arguments: [event.id, event.stream, event.schema, event.receivedAt, event.body.jsonText])
            }
        }
    }

    func close() throws { try queue.close() }

    private static func refuseForeignFile(at path: String) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw IntakeError("the store \(path) is a directory; name a file in it")
        }
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { file.closeFile() }
        let header = file.readData(ofLength: 16)
        guard header.isEmpty || header == Data("SQLite format 3\0".utf8) else {
            throw IntakeError(
                "\(path) is no SQLite database; it was left as it is. Name another file, or move this one away")
        }
    }

    private static func createTables(in database: Database, path: String) throws {
        let isNew = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        guard isNew else {
            guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else {
                throw IntakeError("\(path) is another program's database; it was left as it is. Name another file")
            }
            return
        }
        try database.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                CREATE TABLE event (
                    row INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    stream TEXT NOT NULL,
                    schema TEXT NOT NULL,
                    received_at TEXT NOT NULL,
                    repeats INTEGER NOT NULL DEFAULT 0,
                    body TEXT NOT NULL
                );
                CREATE INDEX event_by_stream ON event (stream, row);
                """)
    }
}

// MARK: - Reading

extension IntakeStore {
    /// How many events each stream has.
    public func countsByStream() throws -> [String: Int] {
        try queue.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT stream, count(*) AS n FROM event GROUP BY stream")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["stream"], $0["n"]) })
        }
    }

    /// The events of a stream, or of all streams, in the order of their first arrival.
    public func events(stream: String? = nil) throws -> [ReceivedEvent] {
        try queue.read { database in
            let condition = stream == nil ? "" : "WHERE stream = ?"
            let arguments = StatementArguments([stream].compactMap { $0 })
            return try Row.fetchAll(
                database, sql: "SELECT * FROM event \(condition) ORDER BY row", arguments: arguments
            )
            .map { row in
                ReceivedEvent(
                    id: row["id"], stream: row["stream"], schema: row["schema"], receivedAt: row["received_at"],
                    repeats: row["repeats"], body: try JSONValue(parsing: row["body"] as String))
            }
        }
    }
}
