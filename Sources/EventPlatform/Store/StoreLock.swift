import Foundation

/// The advisory lock that makes one process, and one client in it, the owner of a store file.
///
/// The system lets go of it when the process ends, however it ends.
final class StoreLock: Sendable {
    private let descriptor: Locked<Int32?>

    /// Takes the lock, or throws ``StoreError`` when another client has it.
    init(path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StoreError(
                .unavailable, path: path,
                "cannot be created: \(String(cString: strerror(errno))); check that its folder exists and is writable")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(file)
            throw StoreError(
                .owned, path: String(path.dropLast(".lock".count)),
                "belongs to a running client; wait until that has ended, or name another file")
        }
        descriptor = Locked(file)
    }

    /// Lets go of the lock.
    func release() {
        let file = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let file { Foundation.close(file) }
    }

    deinit { release() }
}
