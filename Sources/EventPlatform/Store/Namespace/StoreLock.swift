import EventSupport
import Foundation

/// The advisory lock that makes one process, and one client in it, the owner of a store file.
///
/// The system lets go of it when the process ends, however it ends.
final class StoreLock: Sendable {
    private let descriptor: Locked<Int32?>

    /// Takes the lock, or throws ``StoreError`` when another client has it.
    ///
    /// - Parameter isVisit: whether it is only to look whether somebody has it. Letting go of it wakes no ``StoreWatch``.
    init(path: String, isVisit: Bool = false) throws {
        while true {
            let file = try Self.open(path, isVisit ? O_RDONLY : O_RDWR)
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let reason = errno
                Foundation.close(file)
                throw Self.refusal(path, reason)
            }
            if Self.isStill(file, at: path) {
                descriptor = Locked(file)
                return
            }
            Foundation.close(file)  // its owner has removed it meanwhile
        }
    }

    private static func open(_ path: String, _ mode: Int32) throws -> Int32 {
        let file = Foundation.open(path, mode | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StoreError(
                .unavailable, path: path,
                "cannot be created: \(String(cString: strerror(errno))); check that its folder exists and is writable")
        }
        return file
    }

    /// Whether the locked file is the one at the path.
    private static func isStill(_ file: Int32, at path: String) -> Bool {
        var (locked, found) = (stat(), stat())
        return fstat(file, &locked) == 0 && stat(path, &found) == 0 && locked.st_ino == found.st_ino
    }

    private static func refusal(_ path: String, _ reason: Int32) -> StoreError {
        guard reason == EWOULDBLOCK else {
            return StoreError(.unavailable, path: path, "cannot be locked: \(String(cString: strerror(reason)))")
        }
        return StoreError(
            .owned, path: String(path.dropLast(".lock".count)),
            "belongs to a running client; wait until that has ended, or name another file")
    }

    /// Lets go of the lock.
    func release() {
        let file = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let file else { return }
        // A process that is being started has a copy of every descriptor until it runs its own program: to close this one
        // would leave the lock with that.
        flock(file, LOCK_UN)
        Foundation.close(file)
    }

    deinit { release() }
}
