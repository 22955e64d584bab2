import Foundation
import TestSupport

/// Writes files into a folder of their own, and removes it afterwards.
package func withFiles<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for (name, text) in files { try folder.write(text, to: name) }
    return try body(folder.url.path)
}
