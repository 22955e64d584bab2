/// The lock of a store file, which one holder in one process has at a time.
///
/// It is a lock of `PATH.lock` and one of the store file itself. When somebody deletes one of the two files, or opens
/// the store by a link, the other one still shows that the store has an owner.
package final class StoreFileLock: Sendable {
    private struct Held {
        /// The lock of `PATH.lock`.
        var beside: FileLock
        /// The lock of the store file; `nil` while there is no such file.
        var file: FileLock?
    }
    private let path: String
    /// A lock, since the threads that use the store exchange its file, and any of them may close it.
    private let held: Locked<Held>

    /// Takes the lock; creates `PATH.lock` where it is missing.
    ///
    /// With `isProbe` the lock is only tried for a moment, and releasing it does not notify a ``FolderWatch``.
    ///
    /// - Throws: ``FileLockError``.
    package init(_ path: String, isProbe: Bool = false) throws {
        self.path = path
        let beside = try FileLock(path: path + ".lock", isProbe: isProbe)
        do { held = Locked(Held(beside: beside, file: try FileLock(ofExistingFile: path))) } catch {
            beside.undo()
            throw error
        }
    }

    /// Takes the lock of the store file if it was created or replaced since, before a connection opens it.
    ///
    /// - Throws: ``FileLockError``.
    package func fileWasCreated() throws {
        try held.withLock { [path] held in
            if held.file?.isInPlace == true { return }
            let new = try FileLock(ofExistingFile: path)
            held.file?.release()
            held.file = new
        }
    }

    /// Takes the lock of `PATH.lock` again if somebody has removed that file.
    ///
    /// - Throws: ``FileLockError``, ``FileLockError/held`` when another holder has the path since.
    package func retake() throws {
        try held.withLock { [path] held in
            if !held.beside.isInPlace { held.beside = try FileLock(path: path + ".lock") }
        }
    }

    /// Checks the files that the lock protects, before a connection opens them.
    ///
    /// - Throws: ``StoreFilesError``.
    package func checkFiles() throws { try StoreFiles.check(path) }

    /// Releases the lock. No connection of this process may have the file open: closing a descriptor of it releases
    /// the process's POSIX locks on it, which SQLite uses.
    package func release() { end { $0.release() } }

    /// Removes `PATH.lock` if it is the file that this lock holds, and releases the lock.
    package func remove() { end { $0.remove() } }

    /// Removes `PATH.lock` if this lock created it, and releases the lock.
    package func undo() { end { $0.undo() } }

    private func end(_ endBeside: @Sendable (FileLock) -> Void) {
        held.withLock { held in
            held.file?.release()
            endBeside(held.beside)
        }
    }
}
