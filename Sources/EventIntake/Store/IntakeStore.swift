import EventSchema
import EventSupport
import Foundation
import GRDB

/// The events that an intake has received, in a SQLite file that any program may read while the intake runs.
///
/// Accepted events are in the table `event`, the newest 10 000 rejected ones, with what was answered about them, in
/// `rejected`:
///
/// ```sql
/// CREATE TABLE event (
///     id          TEXT NOT NULL PRIMARY KEY,  -- meta.id
///     stream      TEXT NOT NULL,              -- meta.stream
///     schema      TEXT NOT NULL,              -- $schema
///     received_at TEXT NOT NULL,              -- when its first copy arrived: UTC, milliseconds, Z
///     repeats     INTEGER NOT NULL DEFAULT 0, -- how many further copies arrived
///     body        TEXT NOT NULL,              -- the event as JSON, as it was filled in
///     test        TEXT                        -- the header X-Event-Test of its latest copy with one, or NULL
/// );
/// ```
///
/// One copy is kept for each `meta.id`, the first to arrive. The file is in WAL mode: what was answered with 201 is committed, and
/// survives a `kill -9` of the intake.
public final class IntakeStore: Sendable {
    /// The file's path.
    public let path: String
    private let isTemporary: Bool
    /// What keeps other intakes from the file; `nil` in a store that is temporary, or only read.
    private let ownership: StoreOwnership?
    /// The connection that writes; `nil` in a store that is only read.
    private let writer: IntakeStoreWriter?
    /// The connection that reads: separate, so that a long query does not delay writes.
    private let reader: DatabaseQueue
    private let isClosed = Locked(false)
    /// Raised whenever something has been committed.
    let arrivals = Signal()

    /// Opens a store, and makes it when it is missing.
    ///
    /// - Parameters:
    ///   - path: the SQLite file; `nil` for a temporary one that ``close()`` removes.
    ///   - maximumEvents: how many accepted events are kept; with more, the oldest go. `nil`, unless given: all.
    /// - Throws: ``IntakeError`` when the file cannot be used, or another intake writes it. It is left as it was.
    public init(path: String? = nil, maximumEvents: Int? = nil) throws {
        isTemporary = path == nil
        self.path =
            path ?? FileManager.default.temporaryDirectory.appending(path: "intake-\(UUID().uuidString).sqlite").path
        do {
            try StoreFile.checkOwner(of: self.path)
            ownership = try path.map(StoreOwnership.init)
            var configuration = Self.connection
            configuration.journalMode = .wal
            configuration.prepareDatabase { try $0.execute(sql: Self.writing) }
            let writer = try DatabaseQueue(path: self.path, configuration: configuration)
            try writer.write(StoreFile.prepare)
            // SQLite would go on in a removed file, which ends with the process: a temporary one does so anyway.
            let file = path.flatMap { FileIdentity(path: $0) }
            self.writer = try IntakeStoreWriter(writer, limit: maximumEvents) { [path = self.path] in
                guard file?.isAt(path) != false else { throw StoreFile.removed(path) }
            }
            reader = try Self.reader(of: self.path)
        } catch let error as DatabaseError {
            throw StoreFile.unusable(self.path, error.message ?? "error \(error.resultCode.rawValue)")
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
            try StoreFile.checkOwner(of: path)
            (writer, ownership) = (nil, nil)
            reader = try Self.reader(of: path)
        } catch let error as DatabaseError {
            throw StoreFile.unusable(path, error.message ?? "error \(error.resultCode.rawValue)")
        }
    }

    /// How the writing connection is set up. Ids come in any order: with SQLite's own 2 MB of cache, most of them would
    /// have their page of the index read anew. And whoever waits for a commit waits for the checkpoint that it sets off,
    /// so that is a quarter of SQLite's own: at full load that halves the slowest answers and costs nothing.
    private static let writing = "PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 250"

    private static var connection: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }

    private static func reader(of path: String) throws -> DatabaseQueue {
        var configuration = connection
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Closes the file, and removes it when it is temporary. Closing again does nothing.
    public func close() throws {
        isClosed.withLock { $0 = true }
        try reader.close()
        try writer?.close()
        ownership?.release()
        guard isTemporary else { return }
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// The file's name. The way to it tells whose machine this is, which is nobody's business on the Web.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }

    // MARK: - Reading

    func read<Result>(_ value: (Database) throws -> Result) throws -> Result {
        try checkOpen()
        return try reader.read(value)
    }

    func read<Result: Sendable>(_ value: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try checkOpen()
        return try await reader.read(value)
    }

    /// A closed connection must not be asked: GRDB would hand SQLite a null pointer.
    private func checkOpen() throws {
        guard isClosed.withLock({ !$0 }) else {
            throw IntakeError(.storeUnusable, "\(path): is closed, since the intake has stopped. Read it before.")
        }
    }

    /// The last position that was given to an event; 0 in a store that is only read.
    var lastPosition: Int64 { writer?.lastPosition ?? 0 }

    // MARK: - Writing

    /// Keeps events, in one transaction that is committed when this returns. A copy of one that is accepted already
    /// only raises its count of repeats.
    func add(_ accepted: [SinkEvent], rejected: [RejectedEvent] = []) async throws {
        guard !accepted.isEmpty || !rejected.isEmpty else { return }
        try await writing.add(.init(accepted: accepted, rejected: rejected.map(RejectedRow.init)))
        arrivals.raise()
    }

    /// Removes what is kept: everything, or what one test sent.
    ///
    /// - Parameter test: the header `X-Event-Test` of the requests whose events go; `nil` for everything.
    public func removeAll(test: String? = nil) async throws { try await writing.removeAll(test: test) }

    private var writing: IntakeStoreWriter {
        get throws {
            guard let writer else {
                throw IntakeError(.storeUnusable, "\(path): was opened for reading only. Open it with init(path:).")
            }
            try checkOpen()
            return writer
        }
    }
}
