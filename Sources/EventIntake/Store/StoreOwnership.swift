import EventSupport
import Foundation

/// The lock that makes one intake the only writer of a store: two writers would assign the same positions twice and
/// remove each other's events.
///
/// It is a separate file beside the store, because SQLite's locks on a file are released when the process closes any
/// descriptor of that file.
final class StoreOwnership: Sendable {
    private let path: String
    private let lock: Locked<FileLock?>

    /// Acquires the lock.
    ///
    /// - Throws: ``IntakeError`` when another intake holds it or it cannot be acquired.
    init(of store: String) throws {
        path = store + ".lock"
        do {
            lock = Locked(try FileLock(path: path))
        } catch let failure as FileLockError {
            throw Self.refusal(failure, store, path)
        }
    }

    private static func refusal(_ failure: FileLockError, _ store: String, _ path: String) -> IntakeError {
        switch failure {
        case .held:
            IntakeError(
                .storeUnusable,
                "\(store): another intake writes this store. Stop that one, or give the path of another store.")
        case .notCreated(let reason), .notLocked(let reason):
            StoreFile.unusable(store, "\(path): \(reason.lowercased())")
        }
    }

    /// Releases the lock and removes its file. Further calls have no effect.
    func release() {
        let lock = lock.withLock { lock in
            defer { lock = nil }
            return lock
        }
        guard let lock else { return }
        unlink(path)  // first, so that no other intake's file is removed
        lock.release()
    }

    deinit { release() }
}
