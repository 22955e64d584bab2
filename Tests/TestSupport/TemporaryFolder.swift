package import Foundation
import Testing

/// A folder for one test.
package struct TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("event-platform-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    package func path(_ name: String) -> String { file(name).path }

    /// Writes a file, and makes the folders that its name has.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let file = file(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Removes the folder. A client that was released closes its store meanwhile, which makes and removes files too:
    /// Foundation fails then, with “no such file” or, on Linux, “not permitted”, and another attempt succeeds.
    package func remove() {
        var failure: (any Error)?
        for _ in 0..<100 where FileManager.default.fileExists(atPath: url.path) {
            do {
                try FileManager.default.removeItem(at: url)
                return
            } catch {
                failure = error
            }
        }
        if let failure, FileManager.default.fileExists(atPath: url.path) {
            Issue.record("cannot remove \(url.path): \(failure)")
        }
    }
}
