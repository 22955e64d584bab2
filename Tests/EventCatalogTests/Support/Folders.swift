import Foundation

/// Folders beside and inside the package, found from this file's own place.
enum Folders {
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func inPackage(_ path: String) -> String { package.appending(path: path).path }

    /// A folder of the corpus, or `nil` where there is none beside the package.
    static func inCorpus(_ path: String) -> String? {
        let path = package.deletingLastPathComponent().appending(path: "shared/corpus/\(path)").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}

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
