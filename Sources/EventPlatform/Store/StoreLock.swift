import EventSupport

/// The lock of a client's store file, with the client's errors.
final class StoreLock: Sendable {
    private let path: String
    private let lock: StoreFileLock

    /// Takes the lock; creates `PATH.lock` where it is missing.
    ///
    /// With `isProbe` the lock is only tried for a moment, and releasing it does not notify a ``FolderWatch``.
    ///
    /// - Throws: ``StoreError``.
    init(_ path: String, isProbe: Bool = false) throws {
        self.path = path
        do { lock = try StoreFileLock(path, isProbe: isProbe) } catch let failure as FileLockError {
            throw StoreError(locking: path, failure)
        }
    }

    /// Takes the lock of the store file if it was created or replaced since, before a connection opens it.
    ///
    /// - Throws: ``StoreError``.
    func fileWasCreated() throws {
        do { try lock.fileWasCreated() } catch let failure as FileLockError {
            throw StoreError(locking: path, failure)
        }
    }

    /// Takes the lock again if somebody has removed its file.
    ///
    /// - Throws: ``StoreError``.
    func retake() throws {
        do { try lock.retake() } catch let failure as FileLockError { throw StoreError(locking: path, failure) }
    }

    /// Checks that the store file has one name, and that what is beside it is the store's, before a connection opens
    /// it.
    ///
    /// - Throws: ``StoreError``.
    func checkFiles() throws {
        do { try lock.checkFiles() } catch let failure as StoreFilesError { throw StoreError(failure) }
    }

    /// Releases the lock; see ``StoreFileLock/release()``.
    func release() { lock.release() }

    /// Removes `PATH.lock` if this lock created it, and releases the lock.
    func undo() { lock.undo() }
}
