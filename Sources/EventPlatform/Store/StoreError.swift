import EventSupport

/// Why a store cannot be used, or cannot store some content.
///
/// ``SQLiteEventStore`` throws no other error when SQLite fails. A custom store throws it with ``Code/unwritable`` if
/// an event itself cannot be stored; see ``EventStore``.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file is damaged, or not an SQLite database.
        case notADatabase
        /// The file is not this client's event store alone: it belongs to another program or another namespace, is
        /// empty, has several names (hard links), or another program's file has the name of one that belongs to it.
        case foreignDatabase
        /// Another version of this library wrote the file, most often a newer one.
        case newerVersion
        /// An older version of this library wrote the file. A client migrates it when it opens it; a tool that only
        /// reads does not.
        case olderVersion
        /// Another running client owns the file.
        case owned
        /// The file cannot be opened, read or written.
        case unavailable
        /// The store has been closed: the client is shut down.
        case closed
        /// The content of a transaction cannot be stored, although the store can be written: an event is too large for
        /// the store, or the cipher cannot seal it. The client searches for that event and drops it as
        /// ``DropReason/unwritable``. No other code or error costs an event.
        case unwritable
    }

    /// What kind of failure it is.
    public let code: Code
    /// The file, the reason and the remedy, for a person. It holds no data of events.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ code: Code, path: String, _ reason: String) { self.init(code, "store \(path) \(reason)") }

    /// The message.
    public var description: String { message }

    /// Whether the file belongs to somebody else, as far as it can be read.
    var isForeignFile: Bool { code == .notADatabase || code == .foreignDatabase }

    init(missing path: String) {
        self.init(
            .unavailable, path: path, "does not exist; name the file that `send --store` or an app's client writes")
    }

    /// The error for a store file that SQLite finds locked.
    init(lockedByOther path: String) {
        self.init(
            .unavailable, path: path, "is locked by another program; end that, or wait until it has closed the file")
    }

    /// The error for a store file with several names, or with another program's file beside it.
    init(_ failure: StoreFilesError) {
        self.init(
            .foreignDatabase, path: failure.path,
            "\(failure.reason); \(failure.remedy.prefix(1).lowercased())\(failure.remedy.dropFirst())")
    }

    /// The error for a store file whose lock is not available.
    init(locking path: String, _ failure: FileLockError) {
        switch failure {
        case .held:
            self.init(
                .owned, path: path, "belongs to a running client; wait until that has ended, or name another file")
        case .notCreated(let reason):
            self.init(
                .unavailable, path: path + ".lock",
                "cannot be created: \(reason); check that its folder exists and is writable")
        case .notLocked(let reason):
            self.init(.unavailable, path: path + ".lock", "cannot be locked: \(reason)")
        }
    }
}
