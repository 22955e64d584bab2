import EventSupport
import Foundation

/// The lock that makes one intake the writer of a store: two would give the same positions twice, and each would push
/// out what the other has kept.
///
/// It is a file of its own beside the store, since SQLite's own locks end with the first descriptor of a file that the
/// process closes.
final class StoreOwnership: Sendable {
    private let path: String
    private let lock: Locked<FileLock?>

    /// Takes the lock.
    ///
    /// - Throws: ``IntakeError`` when another intake has it, or it cannot be had.
    init(of store: String) throws {
        path = store + ".lock"
        do {
            lock = Locked(try FileLock(path: path))
        } catch let failure as FileLock.Failure {
            throw Self.refusal(failure, store, path)
        }
    }

    private static func refusal(_ failure: FileLock.Failure, _ store: String, _ path: String) -> IntakeError {
        switch failure {
        case .held:
            IntakeError(
                .storeUnusable,
                "\(store): another intake writes this store. Stop that one, or give the path of another store.")
        case .notCreated(let reason), .notLocked(let reason):
            StoreFile.unusable(store, "\(path): \(reason.lowercased())")
        }
    }

    /// Releases the lock, and removes its file. Doing so again does nothing.
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
