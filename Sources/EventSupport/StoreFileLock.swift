/// The lock of a store file, which one holder in one process has at a time.
///
/// It is a lock of `PATH.lock` and one of the store file itself. When somebody deletes one of the two files, or opens
/// the store by a link, the other one still shows that the store has an owner.
package final class StoreFileLock: Sendable {
    private let path: String
    private let beside: Locked<FileLock>
    /// The lock of the store file; `nil` while there is no such file.
    private let file: Locked<FileLock?>

    /// Takes the lock; creates `PATH.lock` where it is missing.
    ///
    /// With `isProbe` the lock is only tried for a moment, and releasing it does not notify a ``FolderWatch``.
    ///
    /// - Throws: ``FileLockError``.
    package init(_ path: String, isProbe: Bool = false) throws {
        self.path = path
        let beside = try FileLock(path: path + ".lock", isProbe: isProbe)
        self.beside = Locked(beside)
        do { file = Locked(try FileLock(ofExistingFile: path)) } catch {
            beside.undo()
            throw error
        }
    }

    /// Takes the lock of the store file if it was created or replaced since, before a connection opens it.
    ///
    /// - Throws: ``FileLockError``.
    package func fileWasCreated() throws {
        if file.withLock({ $0?.isInPlace ?? false }) { return }
        let new = try FileLock(ofExistingFile: path)
        file.withLock { file in
            file?.release()
            file = new
        }
    }

    /// Takes the lock of `PATH.lock` again if somebody has removed that file.
    ///
    /// - Throws: ``FileLockError``, ``FileLockError/held`` when another holder has the path since.
    package func retake() throws {
        if beside.withLock({ $0.isInPlace }) { return }
        let new = try FileLock(path: path + ".lock")
        beside.withLock { $0 = new }
    }

    /// Checks the files that the lock protects, before a connection opens them.
    ///
    /// - Throws: ``StoreFilesError``.
    package func checkFiles() throws { try StoreFiles.check(path) }

    /// Releases the lock. No connection of this process may have the file open: closing a descriptor of it releases
    /// the process's POSIX locks on it, which SQLite uses.
    package func release() {
        file.withLock { $0 }?.release()
        beside.withLock { $0 }.release()
    }

    /// Removes `PATH.lock` if it is the file that this lock holds, and releases the lock.
    package func remove() {
        file.withLock { $0 }?.release()
        beside.withLock { $0 }.remove()
    }

    /// Removes `PATH.lock` if this lock created it, and releases the lock.
    package func undo() {
        file.withLock { $0 }?.release()
        beside.withLock { $0 }.undo()
    }
}
