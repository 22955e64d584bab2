import EventSupport

/// The lock of a store file, which one holder in one process has at a time.
///
/// It is a lock of `PATH.lock` and one of the store file itself: when somebody deletes one of the two files, the other
/// one still shows that the store has an owner.
final class StoreLock: Sendable {
    private let path: String
    private let beside: FileLock
    /// The lock of the store file; `nil` while there is no such file.
    private let file: Locked<FileLock?>

    /// Takes the lock; creates `PATH.lock` where it is missing.
    ///
    /// With `isProbe` the lock is only tried for a moment, and releasing it does not notify a ``FolderWatch``.
    ///
    /// - Throws: ``StoreError``.
    init(_ path: String, isProbe: Bool = false) throws {
        self.path = path
        do {
            beside = try FileLock(path: path + ".lock", isProbe: isProbe)
            do { file = Locked(try Self.lockFile(path)) } catch {
                beside.undo()
                throw error
            }
        } catch let failure as FileLockError {
            throw StoreError(locking: path, failure)
        }
    }

    /// Takes the lock of the store file if it was created or replaced since, before a connection opens it.
    ///
    /// - Throws: ``StoreError``.
    func fileWasCreated() throws {
        if file.withLock({ $0?.isInPlace ?? false }) { return }
        do {
            let new = try Self.lockFile(path)
            file.withLock { file in
                file?.release()
                file = new
            }
        } catch let failure as FileLockError {
            throw StoreError(locking: path, failure)
        }
    }

    /// It is opened for reading only, so that its release does not notify a ``FolderWatch``.
    private static func lockFile(_ path: String) throws -> FileLock? {
        FileKind(at: path) == .regular ? try FileLock(path: path, isProbe: true) : nil
    }

    /// Releases the lock. No connection of this process may have the file open: closing a descriptor of it releases
    /// the process's POSIX locks on it, which SQLite uses.
    func release() {
        file.withLock { $0 }?.release()
        beside.release()
    }

    /// Removes `PATH.lock` if this lock created it, and releases the lock.
    func undo() {
        file.withLock { $0 }?.release()
        beside.undo()
    }
}
