import EventSupport
import Foundation
import GRDB

/// Removes data by which a person could be identified from the files of a namespace.
enum StorePurge {
    /// Locks the other database files of a namespace.
    ///
    /// - Throws: ``StoreError`` when a running client has one of them.
    static func lockOthers(of namespace: StoreNamespace) throws -> [(file: URL, lock: StoreLock)] {
        try namespace.markedDatabases().map { ($0, try StoreLock($0.path)) }
    }

    /// Deletes everything from a store file but the stored events, the ledger and the newest arrival.
    static func deleteClientData(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM held; DELETE FROM finished; DELETE FROM damaged; DELETE FROM setting;
                DELETE FROM arrival WHERE row < (SELECT max(row) FROM arrival)
                """)
        try database.execute(sql: "DELETE FROM spool; DELETE FROM spool_ledger")
    }

    /// The sidecar files of a namespace, existing or not.
    static func sidecars(of namespace: StoreNamespace) -> [SidecarFile] {
        SidecarFile.extensions.map { SidecarFile(beside: namespace.main, $0) }
    }

    /// Whether a file without the mark of a store can be a store that lost its first page: it has whole pages, is not
    /// the database of another program, and a lock file is beside it.
    static func isDamagedStore(_ path: String) -> Bool {
        do {
            try StoreSchema.requireSQLiteFile(at: path)
            return false
        } catch {
            guard FileKind(at: path) == .regular, FileKind(at: path + ".lock") == .regular else { return false }
            let size = FileManager.default.contentSize(atPath: path)
            return size > 0 && size.isMultiple(of: StoreConnection.pageSize)
        }
    }

    /// Removes all files of a namespace whose store file is damaged or of a newer version.
    ///
    /// - Returns: the names of the files that were removed.
    /// - Throws: ``StoreError`` when a running client has one of them.
    static func removeAll(_ namespace: StoreNamespace) throws -> [String] {
        let removed = try remove([namespace.main] + namespace.markedDatabases())
        for file in sidecars(of: namespace) { try file.remove() }
        return removed
    }

    /// Removes database files and the files that belong to them, after all of them were locked.
    ///
    /// - Returns: the names of the files that existed.
    /// - Throws: ``StoreError`` when a running client has one of them.
    static func remove(_ files: [URL]) throws -> [String] {
        let locks = try files.map { try StoreLock($0.path) }
        defer { for lock in locks { lock.release() } }
        let found = files.filter { FileManager.default.fileExists(atPath: $0.path) }
        for file in files { try StoreNamespace.remove(file) }
        return found.map(\.lastPathComponent)
    }
}

extension FileManager {
    /// The size of a file in bytes; 0 when it cannot be looked up.
    fileprivate func contentSize(atPath path: String) -> Int {
        do { return try attributesOfItem(atPath: path)[.size] as? Int ?? 0 } catch { return 0 }
    }
}
