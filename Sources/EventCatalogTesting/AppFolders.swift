import Foundation

/// The folders `Streams` and `Schemas` of an app.
struct AppFolders {
    let streams: String
    /// The folder of schemas, where there is one.
    let schemaRoots: [String]

    /// Finds the nearest folder, at or above a path, that has a folder `Streams`.
    ///
    /// - Throws: ``CatalogNotFound`` when there is none.
    init(near path: String) throws(CatalogNotFound) {
        var folder = URL(filePath: path).standardizedFileURL
        while !folder.hasFolder("Streams") {
            guard folder.path != "/" else { throw CatalogNotFound(path: path) }
            folder.deleteLastPathComponent()
        }
        streams = folder.appending(path: "Streams").path
        schemaRoots = folder.hasFolder("Schemas") ? [folder.appending(path: "Schemas").path] : []
    }
}

/// The error for a path without a folder `Streams` at or above it.
public struct CatalogNotFound: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path from which the folder was looked for.
    public let path: String

    /// Where the folder was looked for, and what to do.
    public var description: String {
        "\(path): no folder here or above has a folder “Streams”. "
            + "Add Streams/ beside the tests or in the root of the package, or name the folder that has it."
    }
}

extension URL {
    fileprivate func hasFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: appending(path: name).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}
