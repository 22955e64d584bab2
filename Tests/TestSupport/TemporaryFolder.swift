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

    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: file(name))
        return path(name)
    }

    package func remove() {
        do { try FileManager.default.removeItem(at: url) } catch { Issue.record("cannot remove \(url.path): \(error)") }
    }
}
