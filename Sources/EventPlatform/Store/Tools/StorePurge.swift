import Foundation
import GRDB

/// Removes what a person could be told by from the files of a namespace.
enum StorePurge {
    /// The other files of a namespace, each locked against everybody.
    ///
    /// - Throws: ``StoreError`` when a running client has one.
    static func lockOthers(of namespace: StoreNamespace) throws -> [(file: URL, lock: StoreLock)] {
        try namespace.neighbours().map { ($0, try StoreLock(path: $0.path + ".lock")) }
    }

    /// Removes everything but the account from a store file.
    static func forgetClient(_ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM held; DELETE FROM finished; DELETE FROM taken; DELETE FROM setting; DELETE FROM stretch")
    }

    /// Removes a namespace whose store file cannot be read, such as one from a newer version or a damaged one.
    ///
    /// - Returns: the names of the files that were removed.
    /// - Throws: ``StoreError`` when a running client has one of them.
    static func removeAll(_ namespace: StoreNamespace) throws -> [String] {
        let main = try StoreLock(path: namespace.main.path + ".lock")
        let files = [(file: namespace.main, lock: main)] + (try lockOthers(of: namespace))
        defer { for file in files { file.lock.release() } }
        for file in files { try StoreNamespace.remove(file.file) }
        try InstallIDFile(beside: .file(namespace.main))?.remove()
        return files.map(\.file.lastPathComponent)
    }
}
