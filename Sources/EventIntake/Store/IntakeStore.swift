import EventSchema
import EventSupport
import Foundation
import GRDB

/// The events that an intake has received, in a SQLite file that any program can read while the intake runs.
///
/// Accepted events are in the table `event`; the newest 10 000 rejected events, with the reasons, are in `rejected`:
///
/// ```sql
/// CREATE TABLE event (
///     id          TEXT NOT NULL PRIMARY KEY,  -- meta.id
///     stream      TEXT NOT NULL,              -- meta.stream
///     schema      TEXT NOT NULL,              -- $schema
///     received_at TEXT NOT NULL,              -- when its first copy arrived: UTC, milliseconds, Z
///     repeats     INTEGER NOT NULL DEFAULT 0, -- how many further copies arrived
///     body        TEXT NOT NULL,              -- the event as JSON, as it was filled in
///     test        TEXT,                       -- the header X-Event-Test of its latest copy with one, or NULL
///     sent_at     TEXT,                       -- when its client sent the first copy, by its clock, or NULL
///     attempt     INTEGER                     -- at which attempt, or NULL
/// );
/// ```
///
/// Of events with the same `meta.id`, the first is stored and further ones are counted. The file is in WAL mode: events
/// whose response was 201 are committed and survive a kill of the intake. Only the user who runs the intake may read
/// the file.
public final class IntakeStore: Sendable {
    /// The file's path.
    public let path: String
    private let isTemporary: Bool
    /// The connection that writes; `nil` in a read-only store.
    private let writer: IntakeStoreWriter?
    /// The connection that reads: separate, so that a long query does not delay writes.
    private let reader: DatabaseQueue
    /// The lock on the file; `nil` in a store that is temporary or read-only. It comes after the connections, since it
    /// is released after they are closed.
    private let ownership: StoreOwnership?
    private let isClosed = Locked(false)
    /// The limits of the connections' waits for other programs.
    private let lockWaits: (writer: LockWait, reader: LockWait) = (LockWait(), LockWait())
    /// Raised after every commit.
    let arrivals = Signal()

    /// Opens a store for reading and writing, and creates it when it does not exist.
    ///
    /// - Parameters:
    ///   - path: the path of the SQLite file. The default is `nil`: a temporary file, which ``close()`` removes.
    ///   - maximumEvents: the maximum number of accepted events, at least 1; when it is exceeded, the oldest are
    ///     removed. The default is `nil`: no limit.
    /// - Throws: ``IntakeError`` when the file cannot be used or another intake writes it; the file is unchanged.
    public init(path: String? = nil, maximumEvents: Int? = nil) throws {
        isTemporary = path == nil
        self.path =
            path ?? FileManager.default.temporaryDirectory.appending(path: "intake-\(UUID().uuidString).sqlite").path
        var isNew = false
        do {
            // The path before the lock, which creates a file; the content after it: while another intake creates the
            // tables, SQLite reports a locked database.
            let hasContent = try StoreFile.hasContent(at: self.path)
            ownership = try path.map(StoreOwnership.init)
            try ownership?.checkFiles()
            if hasContent { try StoreFile.checkIsStore(at: self.path) }
            let isMissing = StoreFile.files(of: self.path).allSatisfy { FileKind(at: $0) == .missing }
            var configuration = Self.connection(lockWaits.writer)
            configuration.journalMode = .wal
            configuration.prepareDatabase { try $0.execute(sql: Self.writerPragmas) }
            try PrivateFile.prepareDatabase(at: self.path)
            try ownership?.fileWasCreated()
            isNew = isMissing  // with the lock, its files are this store's
            let writer = try StoreFile.open(self.path, configuration)
            try writer.write(StoreFile.prepare)
            let files = try writer.read { [path = self.path] in try OpenStoreFiles(of: path, $0) }
            self.writer = try IntakeStoreWriter(writer, lockWaits.writer, limit: maximumEvents, files: files)
            reader = try Self.reader(of: self.path, lockWaits.reader)
        } catch {
            if isNew { StoreFile.removeAll(at: self.path) }
            throw StoreFile.unusable(self.path, error)
        }
    }

    /// Opens an existing store for reading only. An intake may write it at the same time.
    ///
    /// - Throws: ``IntakeError`` when the file does not exist or is not a store.
    public init(reading path: String) throws {
        isTemporary = false
        self.path = path
        if FileKind(at: path) == .missing {
            throw IntakeError(.storeUnusable, "\(path): does not exist. Give the path of an intake's store.")
        }
        do {
            guard try StoreFile.hasContent(at: path) else { throw StoreFile.unusable(path, "it is empty") }
            if ImmutableDatabase.uri(of: path) != nil { try StoreFile.checkIsStore(at: path) }
            (writer, ownership) = (nil, nil)
            reader = try DatabaseCopy.readingInPlaceOrCopy(of: path) { [lockWaits] file in
                let reader = try Self.reader(of: file, lockWaits.reader)
                guard try reader.read({ try StoreFile.hasTables($0, path: path) }) else {
                    throw StoreFile.unusable(path, "it has no tables")
                }
                return reader
            }
        } catch {
            throw StoreFile.unusable(path, error)
        }
    }

    /// The settings of the writing connection. Ids arrive in random order, so with SQLite's default cache of 2 MB most
    /// inserts would read a page of the index from the file. A commit waits for the checkpoint that it triggers, so
    /// checkpoints are at a quarter of SQLite's default: at full load that halves the slowest responses at no cost.
    private static let writerPragmas = "PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 250"

    private static func connection(_ lockWait: LockWait) -> GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = lockWait.busyMode
        return configuration
    }

    private static func reader(of path: String, _ lockWait: LockWait) throws -> DatabaseQueue {
        var configuration = connection(lockWait)
        configuration.readonly = true
        configuration.prepareDatabase { database in
            for function in [DatabaseFunction.eventText, .eventValue] { database.add(function: function) }
        }
        return try StoreFile.open(path, configuration)
    }

    /// Closes the file and removes it when it is temporary. Further calls have no effect.
    ///
    /// - Throws: GRDB's `DatabaseError`, or a `CocoaError` when a temporary file cannot be removed.
    public func close() throws {
        isClosed.withLock { $0 = true }
        endWaits()
        try reader.close()
        try writer?.close()
        ownership?.release()
        guard isTemporary else { return }
        for file in StoreFile.files(of: path) where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }

    /// Ends transactions that wait for another program, and lets none wait.
    func endWaits() {
        lockWaits.writer.end()
        lockWaits.reader.end()
    }

    /// The file's name without its folder, which would reveal the user's name to pages on the Web.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }

    // MARK: - Reading

    func read<Result>(_ value: (Database) throws -> Result) throws -> Result {
        try checkOpen()
        do { return try reader.read(value) } catch { throw StoreFile.damaged(path, error) }
    }

    func read<Result: Sendable>(_ value: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try checkOpen()
        do { return try await reader.read(value) } catch { throw StoreFile.damaged(path, error) }
    }

    /// Refuses a closed store: GRDB would pass a null pointer to SQLite.
    private func checkOpen() throws {
        guard isClosed.withLock({ !$0 }) else {
            throw IntakeError(.storeUnusable, "\(path): is closed, since the intake has stopped. Read it before.")
        }
    }

    /// The last position that was given to an event; 0 in a store that is only read.
    var lastPosition: Int64 { writer?.lastPosition ?? 0 }

    var isReadOnly: Bool { writer == nil }

    // MARK: - Writing

    /// Stores events in one transaction, which is committed when this returns. A duplicate of an accepted event only
    /// increments its `repeats`.
    ///
    /// - Parameters:
    ///   - accepted: the events that are valid, and the intake's error events.
    ///   - rejected: the others.
    ///   - sent: when their client sent them, where it says so.
    /// - Throws: ``IntakeError`` when the store cannot be written; GRDB's `DatabaseError` when the transaction fails.
    func add(
        _ accepted: [SinkEvent], rejected: [RejectedEvent] = [], sent: ReceivedEvent.Sent? = nil
    ) async throws {
        guard !accepted.isEmpty || !rejected.isEmpty else { return }
        do {
            try await requiredWriter.add(
                .init(accepted: accepted, rejected: rejected.map(RejectedRow.init), sent: sent))
        } catch {
            throw StoreFile.damaged(path, error)
        }
        arrivals.raise()
    }

    /// Removes accepted and rejected events. Their positions are not used again.
    ///
    /// - Parameter test: removes only the events of requests with this header `X-Event-Test`. The default is `nil`:
    ///   all.
    /// - Throws: ``IntakeError`` when the store is read-only, closed or damaged; GRDB's `DatabaseError` when it cannot
    ///   be written.
    public func removeAll(test: String? = nil) async throws {
        do { try await requiredWriter.removeAll(test: test) } catch { throw StoreFile.damaged(path, error) }
        arrivals.raise()
    }

    private var requiredWriter: IntakeStoreWriter {
        get throws {
            guard let writer else {
                throw IntakeError(.storeUnusable, "\(path): was opened for reading only. Open it with init(path:).")
            }
            try checkOpen()
            return writer
        }
    }
}
