import EventSupport

/// The lock that makes one intake the only writer of a store, by whatever path or link: two writers would assign the
/// same positions twice and remove each other's events.
final class StoreOwnership: Sendable {
    private let store: String
    private let lock: StoreFileLock

    /// Acquires the lock, before a connection opens the store.
    ///
    /// - Throws: ``IntakeError`` when another intake holds it or it cannot be acquired.
    init(of store: String) throws {
        self.store = store
        do { lock = try StoreFileLock(store) } catch let failure as FileLockError {
            throw Self.refusal(failure, store)
        }
    }

    /// Acquires the lock of the store's file if it was created since, before a connection opens it.
    ///
    /// - Throws: ``IntakeError``, as the initializer does.
    func fileWasCreated() throws {
        do { try lock.fileWasCreated() } catch let failure as FileLockError {
            throw Self.refusal(failure, store)
        }
    }

    /// Checks that the store's file has one name, and that what is beside it is the store's, before a connection opens
    /// it.
    ///
    /// - Throws: ``IntakeError``.
    func checkFiles() throws {
        do { try lock.checkFiles() } catch let failure as StoreFilesError {
            let file = failure.path == store ? "it" : failure.path
            throw StoreFile.unusable(store, "\(file) \(failure.reason)", remedy: failure.remedy)
        }
    }

    private static func refusal(_ failure: FileLockError, _ store: String) -> IntakeError {
        switch failure {
        case .held:
            IntakeError(
                .storeUnusable,
                "\(store): another intake writes this store. Stop that one, or give the path of another store.")
        case .notCreated(let reason), .notLocked(let reason):
            StoreFile.unusable(store, "\(store).lock: \(reason.lowercased())")
        }
    }

    /// Releases the lock and removes its file beside the store. Further calls have no effect. No connection may have
    /// the store open.
    func release() { lock.remove() }

    /// A store that is refused keeps a lock file that was there before: another program's, if it is that one's store.
    deinit { lock.undo() }
}
