import EventSupport
import Foundation
import GRDB

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
        /// Whether the store file is left, since it has neither the mark of an event store nor an event.
        var mustEraseStoreFile = false
        /// The files that are left, since nothing says whose they are.
        var unknown: [URL] = []
        /// The files with events that another client uses. That client removes them once it has read the decision.
        var inUse: [URL] = []
    }

    /// Removes the files, except those that another client uses. A file is removed only with the mark of an event store
    /// of the namespace; a spool also where its first page is damaged.
    ///
    /// - Throws: an error of Foundation when a file cannot be removed.
    func remove() throws -> Result {
        var result = Result()
        for file in try namespace.otherDatabases() where file != opened {
            if isPart(file) {
                try removeUnused(file, &result)
            } else if namespace.isUnknown(file) {
                result.unknown.append(file)
            }
        }
        guard namespace.main != opened else { return result }
        let isExchanged = StoreFileExchange(of: namespace.main.path).hasFiles
        guard isExchanged || !StoreNamespace.databaseParts(of: namespace.main.path).isEmpty else { return result }
        if isExchanged || StoreSalvage.isStore(namespace.main.path) {
            try removeUnused(namespace.main, &result)
        } else {
            result.mustEraseStoreFile = true
        }
        return result
    }

    private func isPart(_ file: URL) -> Bool {
        if StoreSchema.isStore(at: file.path) { return StoreSchema.namespaceID(at: file.path) == namespace.id }
        return namespace.isDamagedPart(file) || StoreFileExchange(of: file.path).hasFiles(of: namespace)
    }

    private func removeUnused(_ file: URL, _ result: inout Result) throws {
        let lock: StoreLock
        do { lock = try StoreLock(file.path, isProbe: true) } catch let error as StoreError
            where error.code == .owned
        {
            if !isErased(file) { result.inUse.append(file) }
            return
        }
        defer { lock.release() }
        try StoreNamespace.remove(file)
        result.removed.append(file)
    }

    /// Whether the file of another client has no byte of an event. It is erased if it has no row any more: its events
    /// were imported. Nothing is added to it meanwhile; see ``SQLiteEventStore/commit(_:and:)``.
    private func isErased(_ file: URL) -> Bool {
        let exchange = StoreFileExchange(of: file.path)
        guard !exchange.hasFiles, FileKind(ofEntry: file.path) == .regular else { return false }
        do {
            return try StoreConnection.open(file.path).inDatabase { database in
                guard let isUnused = try Self.isUnused(database) else { return false }
                if isUnused {
                    try database.truncateLog(of: file.path)
                } else {
                    try database.eraseRemoved(path: file.path)
                }
                return true
            }
        } catch {
            return false  // the client that uses it erases it
        }
    }

    /// Whether no row was ever added; `nil` if there are rows. Under the lock for writing: a transaction that began
    /// before the refusal was kept has ended then.
    private static func isUnused(_ database: Database) throws -> Bool? {
        var isUnused: Bool?
        try database.inTransaction(.immediate) {
            let sql = "SELECT NOT EXISTS (SELECT 1 FROM event) AND NOT EXISTS (SELECT 1 FROM held)"
            if try Bool.fetchOne(database, sql: sql) == true {
                isUnused = try StoreCounters(reading: database).isUnused
            }
            return .rollback
        }
        return isUnused
    }
}
