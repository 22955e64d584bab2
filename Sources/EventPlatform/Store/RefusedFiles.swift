import EventSupport
import Foundation

/// The files of a namespace that a client has not opened and in which events of a user who declined may be: spools and
/// alternative files that could not be imported, and the store file, where the client uses another one.
///
/// They are removed as files: that needs no room on the disk, and no file that can be read.
struct RefusedFiles {
    private let namespace: StoreNamespace
    /// The file that the client has opened; `nil` for a store in memory.
    private let opened: URL?

    init(of namespace: StoreNamespace, besides opened: URL?) { (self.namespace, self.opened) = (namespace, opened) }

    /// What is left and what was removed.
    struct Result {
        /// The files that were removed.
        var removed: [URL] = []
        /// Whether the store file is left, since it does not have the mark of an event store or another client uses it.
        var isStoreFileLeft = false
    }

    /// Removes the files, except those that another client uses: that client has the decision from the file beside the
    /// store. A file with the name of an alternative file, or the store file, is removed only with the mark of an event
    /// store of the namespace.
    ///
    /// - Throws: an error of Foundation when a file cannot be removed.
    func remove() throws -> Result {
        var result = Result()
        for file in try namespace.otherDatabases() where file != opened && isPart(file) {
            if try removeUnused(file) { result.removed.append(file) }
        }
        guard namespace.main != opened, !StoreNamespace.databaseParts(of: namespace.main.path).isEmpty else {
            return result
        }
        if StoreSchema.isStore(at: namespace.main.path), try removeUnused(namespace.main) {
            result.removed.append(namespace.main)
        } else {
            result.isStoreFileLeft = true
        }
        return result
    }

    private func isPart(_ file: URL) -> Bool {
        namespace.isSpool(file.lastPathComponent) || StoreSchema.namespaceID(at: file.path) == namespace.id
    }

    /// - Returns: whether no client uses the file, which is then removed.
    private func removeUnused(_ file: URL) throws -> Bool {
        let lock: StoreLock
        do { lock = try StoreLock(file.path, isProbe: true) } catch let error as StoreError
            where error.code == .owned
        { return false }
        defer { lock.release() }
        try StoreNamespace.remove(file)
        return true
    }
}
