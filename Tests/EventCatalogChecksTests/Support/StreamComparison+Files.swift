import CatalogTestSupport

@testable import EventCatalogChecks

extension StreamComparison {
    /// The comparison of two folders, given by the texts of their files.
    init(_ before: [String: String], _ after: [String: String]) throws {
        let snapshots = try [before, after].map { files in
            try withFiles(files) { folder in try StreamSnapshot(directory: folder) }
        }
        self.init(from: snapshots[0], to: snapshots[1])
    }
}
