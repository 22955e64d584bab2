import EventSupport

/// Locks of the folders of files that are changed, so that commands which change the same files wait for each other.
package struct FolderLocks {
    private let locks: [FileLock]

    /// Waits for the locks of the folders of some files, behind links.
    ///
    /// - Throws: ``FileWriteError`` for a file whose folder cannot be locked.
    package init(of files: [String]) throws(FileWriteError) {
        let folders = Dictionary(files.map { (RealPaths.folder(of: $0), $0) }) { first, _ in first }
        var locks: [FileLock] = []
        // In one order, of two commands none waits for the other's second lock.
        for (folder, file) in folders.sorted(by: { $0.key < $1.key }) {
            do { locks.append(try FileLock(waitingForFolder: folder)) } catch {
                for lock in locks { lock.release() }
                throw FileWriteError(file: file, reason: Self.reason(error))
            }
        }
        self.locks = locks
    }

    private static func reason(_ error: any Error) -> String {
        switch error as? FileLockError {
        case .held: "another process changes it"
        case .notCreated(let reason), .notLocked(let reason): reason
        case nil: error.reasonText
        }
    }

    package func release() { for lock in locks { lock.release() } }
}
