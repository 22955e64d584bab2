import EventSupport
import Foundation
import GRDB

/// Removes what a person could be told by from the files of a namespace.
enum StorePurge {
    /// The other files of a namespace, each locked against everybody.
    ///
    /// - Throws: ``StoreError`` when a running client has one.
    static func lockOthers(of namespace: StoreNamespace) throws -> [(file: URL, lock: FileLock)] {
        try namespace.otherDatabases().map { ($0, try FileLock(store: $0.path)) }
    }

    /// Removes everything but the account from a store file.
    static func deleteClientData(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM held; DELETE FROM finished; DELETE FROM damaged; DELETE FROM setting;
                DELETE FROM arrival WHERE row < (SELECT max(row) FROM arrival)
                """)
        try database.execute(sql: "DELETE FROM spool; DELETE FROM spool_ledger")
    }

    /// The small files beside a store.
    static func sidecars(of namespace: StoreNamespace) -> [SidecarFile] {
        SidecarFile.extensions.map { SidecarFile(beside: namespace.main, $0) }
    }

    /// Removes a namespace whose store file cannot be read, such as one from a newer version or a damaged one.
    ///
    /// - Returns: the names of the files that were removed.
    /// - Throws: ``StoreError`` when a running client has one of them.
    static func removeAll(_ namespace: StoreNamespace) throws -> [String] {
        let removed = try remove([namespace.main] + namespace.otherDatabases())
        for file in sidecars(of: namespace) { try file.remove() }
        return removed
    }

    /// Removes database files, each with what belongs to it, once all are locked.
    ///
    /// - Returns: the names of the files that were there.
    /// - Throws: ``StoreError`` when a running client has one of them.
    static func remove(_ files: [URL]) throws -> [String] {
        let locks = try files.map { try FileLock(store: $0.path) }
        defer { for lock in locks { lock.release() } }
        let found = files.filter { FileManager.default.fileExists(atPath: $0.path) }
        for file in files { try StoreNamespace.remove(file) }
        return found.map(\.lastPathComponent)
    }
}
