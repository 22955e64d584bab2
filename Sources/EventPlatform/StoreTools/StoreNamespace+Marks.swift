import Foundation

extension StoreNamespace {
    /// The existing spools and alternative files by their marks, or by what is beside them when they were rebuilt,
    /// sorted by name. Must not be called while a connection
    /// of this process has one of them open; see ``StoreSchema/requireSQLiteFile(at:)``.
    func markedDatabases() throws -> [URL] {
        try otherDatabases().filter {
            StoreSchema.namespaceID(at: $0.path) == id || StoreFileExchange(of: $0.path).hasFiles
        }
    }
}
