public import EventSchema
public import Foundation

/// Where a client finds the schemas its events name.
public enum SchemaSource: Sendable, Hashable, CustomStringConvertible {
    /// The base schemas that are compiled into the library. Always asked first.
    case builtIn
    /// Schemas given in code, by id.
    case documents([SchemaID: JSONValue])
    /// A folder with `<title>/<version>.json`, or without the extension.
    case directory(URL)
    /// A schema repository over HTTP: `<url>/<title>/<version>` answers with JSON.
    case repository(URL)

    /// The place in words.
    public var description: String {
        switch self {
        case .builtIn: "built in"
        case .documents(let documents): "\(documents.count) schemas given in code"
        case .directory(let url): url.path
        case .repository(let url): url.withoutSecrets
        }
    }
}

/// A folder of schemas as JSON files.
struct SchemaDirectory {
    let root: URL

    /// The document of that id, or `nil` when there is no such file.
    func document(_ id: SchemaID) throws -> JSONValue? {
        guard let path = id.relativePath else { return nil }
        for name in [path + ".json", path] {
            let file = root.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            return try JSONValue(parsing: Array(Data(contentsOf: file)))
        }
        return nil
    }
}
