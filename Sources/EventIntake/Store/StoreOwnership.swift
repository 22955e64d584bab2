import EventSupport
import Foundation

/// The lock that makes one intake the writer of a store: two would give the same positions twice, and each would push
/// out what the other has kept.
///
/// It is a file of its own beside the store, since SQLite's own locks end with the first descriptor of a file that the
/// process closes. The system lets go of it when the process ends, however it ends.
final class StoreOwnership: Sendable {
    private let path: String
    private let descriptor: Locked<Int32?>

    /// Takes the lock.
    ///
    /// - Throws: ``IntakeError`` when another intake has it.
    init(of store: String) throws(IntakeError) {
        path = store + ".lock"
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw StoreFile.unusable(store, "\(path): \(Self.reason)") }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                Foundation.close(file)
                throw IntakeError(
                    .storeUnusable,
                    "\(store): another intake writes this store. Stop that one, or give the path of another store.")
            }
            if FileIdentity(descriptor: file)?.isAt(path) == true {
                descriptor = Locked(file)
                return
            }
            Foundation.close(file)  // its owner has removed it meanwhile
        }
    }

    /// Lets go of the lock, and removes its file. Doing so again does nothing.
    func release() {
        let file = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let file else { return }
        unlink(path)
        flock(file, LOCK_UN)  // a process that is being started may have a copy of the descriptor
        Foundation.close(file)
    }

    deinit { release() }

    private static var reason: String { String(cString: strerror(errno)).lowercased() }
}
