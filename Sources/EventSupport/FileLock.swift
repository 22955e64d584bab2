import Foundation

/// Why a lock cannot be acquired.
package enum FileLockError: Error, Sendable, Hashable {
    /// Another process, or another holder in this one, has it.
    case held
    /// Its file cannot be created or opened; the system's reason.
    case notCreated(reason: String)
    /// The file system refuses the lock; the system's reason.
    case notLocked(reason: String)
}

/// An advisory lock on a file or a folder, which one holder in one process has at a time.
///
/// The system releases it when the process ends, however it ends. A forked child does not keep it.
package final class FileLock: Sendable {
    private let path: String
    /// `nil` once the lock is released. A lock, since any thread may release it, and the descriptor is closed once.
    private let descriptor: Locked<Int32?>
    /// Whether this lock created its file.
    private let isNewFile: Bool

    /// Takes the lock; creates its file where it is missing.
    ///
    /// With `isProbe` the lock is only tried for a moment, and releasing it does not notify a ``FolderWatch``.
    ///
    /// - Throws: ``FileLockError``.
    package init(path: String, isProbe: Bool = false) throws {
        self.path = path
        while true {
            let (file, isNew) = try Self.open(path, isProbe ? O_RDONLY : O_RDWR)
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let reason = errno
                OwnDescriptors.close(file)
                throw reason == EWOULDBLOCK ? FileLockError.held : FileLockError.notLocked(reason: Self.text(reason))
            }
            if Self.isSameFile(file, at: path) {
                descriptor = Locked(file)
                isNewFile = isNew
                return
            }
            OwnDescriptors.close(file)  // its holder has removed it since it was opened
        }
    }

    /// Takes the lock of a regular file, which is opened for reading only, so that its release does not notify a
    /// ``FolderWatch``.
    ///
    /// - Returns: `nil` when no regular file is there.
    /// - Throws: ``FileLockError``.
    package convenience init?(ofExistingFile path: String) throws {
        guard FileKind(at: path) == .regular else { return nil }
        try self.init(path: path, isProbe: true)
    }

    /// Waits for the lock of a folder, for a change of a file that is read before. No file is created.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - limit: the longest wait; `nil` waits until the lock is released.
    /// - Throws: ``FileLockError``; ``FileLockError/held`` after the limit.
    package init(waitingForFolder path: String, atMost limit: Duration? = nil) throws {
        let folder = OwnDescriptors.open(path, O_RDONLY | O_DIRECTORY)
        guard folder >= 0 else { throw FileLockError.notCreated(reason: Self.text(errno)) }
        do { try Self.wait(for: folder, atMost: limit) } catch {
            OwnDescriptors.close(folder)
            throw error
        }
        (self.path, isNewFile) = (path, false)
        descriptor = Locked(folder)
    }

    /// `flock` itself waits without a limit, so with one the lock is tried once a millisecond.
    private static func wait(for file: Int32, atMost limit: Duration?) throws {
        let end = limit.map { ContinuousClock.now + $0 }
        while flock(file, end == nil ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let reason = errno
            switch reason {
            case EINTR: continue
            case EWOULDBLOCK:
                if let end, ContinuousClock.now >= end { throw FileLockError.held }
                usleep(1000)
            default: throw FileLockError.notLocked(reason: text(reason))
            }
        }
    }

    private static func open(_ path: String, _ mode: Int32) throws -> (file: Int32, isNew: Bool) {
        let new = OwnDescriptors.open(path, mode | O_CREAT | O_EXCL)
        if new >= 0 { return (new, true) }
        let file = OwnDescriptors.open(path, mode | O_CREAT)
        guard file >= 0 else { throw FileLockError.notCreated(reason: text(errno)) }
        return (file, false)
    }

    private static func text(_ reason: Int32) -> String { String(cString: strerror(reason)) }

    /// Whether the lock is held, and its file is still at the path.
    package var isInPlace: Bool {
        descriptor.withLock { [path] file in file.map { Self.isSameFile($0, at: path) } ?? false }
    }

    /// Whether the locked file is the one at the path.
    private static func isSameFile(_ file: Int32, at path: String) -> Bool {
        FileIdentity(descriptor: file)?.isAt(path) == true
    }

    /// Releases the lock.
    package func release() {
        let file = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let file else { return }
        // A process that is being started has a copy of every descriptor until it runs its own program: closing this
        // one alone would leave the lock with that process.
        OwnDescriptors.close(file) { flock($0, LOCK_UN) }
    }

    /// Removes the file at the path if it is the locked one, and not one that another holder has put there, and
    /// releases the lock.
    package func remove() {
        if isInPlace { unlink(path) }  // before the release: the file may be the next holder's then
        release()
    }

    /// Removes the lock's file if this lock created it, and releases the lock.
    package func undo() { isNewFile ? remove() : release() }

    deinit { release() }
}
