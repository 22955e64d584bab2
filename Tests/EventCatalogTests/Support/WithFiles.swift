import Foundation

/// Writes files into a folder of their own, and removes it afterwards.
func withFiles<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "catalog-\(UUID().uuidString)")
    for (name, text) in files {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
    let result = Swift.Result { try body(folder.path) }
    try FileManager.default.removeItem(at: folder)
    return try result.get()
}
