import EventCatalog
import Foundation

/// The folders of an app's streams and schemas: `Streams` and `Schemas`, or those that its `Project.yaml` names.
struct AppFolders {
    let streams: String
    /// The folders of schemas that are there.
    let schemaRoots: [String]

    /// Finds the nearest folder, at or above a path, that has a folder of streams.
    ///
    /// - Throws: ``CatalogNotFound`` when there is none.
    init(near path: String) throws(CatalogNotFound) {
        var folder = URL(filePath: path).standardizedFileURL
        var project = Project(at: folder.path)
        while !folder.hasFolder(project.streams) {
            guard folder.path != "/" else { throw CatalogNotFound(path: path) }
            folder.deleteLastPathComponent()
            project = Project(at: folder.path)
        }
        streams = folder.appending(path: project.streams).path
        schemaRoots = project.schemas.filter(folder.hasFolder).map { folder.appending(path: $0).path }
    }
}

/// The error for a path without a folder of streams at or above it.
public struct CatalogNotFound: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path from which the folder was looked for.
    public let path: String

    /// Where the folder was looked for, and what to do.
    public var description: String {
        "\(path): no folder here or above has a folder “Streams”, or a Project.yaml that names another. "
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
