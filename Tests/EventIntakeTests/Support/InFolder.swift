import Foundation
import TestSupport

/// Runs a body with the path of a folder of its own, which is removed afterwards.
func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder.url.path)
}
