import EventSchema
import EventSupport
import Foundation

/// A folder of schemas as JSON files.
struct SchemaDirectory {
    private let root: URL

    init(root: URL) { self.root = root }

    /// The document with an id; `nil` when there is no such file.
    ///
    /// - Throws: ``SchemaFileError`` for a file that is not JSON; ``SchemaError`` when the folder has the schema only
    ///   as YAML; ``RegularFileError`` for a file that cannot be read.
    func document(_ id: SchemaID) throws -> JSONValue? {
        guard let path = id.relativePath else { return nil }
        for name in [path + ".json", path] {
            let file = root.appendingPathComponent(name)
            guard FileKind(at: file.path) != .missing else { continue }
            let bytes = try RegularFile.bytes(at: file.path, limit: SchemaFetcher.maximumBytes)
            do { return try JSONValue(parsing: bytes) } catch {
                throw SchemaFileError(file: file.path, position: TextPosition(of: error.offset, in: bytes), error)
            }
        }
        try refuseYAML(at: path)
        return nil
    }

    /// Throws when the folder has the schema as YAML: a schema that is there, and that the client cannot read.
    private func refuseYAML(at path: String) throws(SchemaError) {
        for name in [path + ".yaml", path + ".yml"] {
            let file = root.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            throw SchemaError(
                location: file.path, message: "Is YAML, which the client does not read.",
                remedy: "Serve the folder, as `eventctl serve` does, and set .repository(url); or write the schema as "
                    + "\(path).json; in tests use EventCatalogTesting.")
        }
    }
}

/// A file of a schema folder that is not JSON.
struct SchemaFileError: Error, CustomStringConvertible {
    let description: String

    init(file: String, position: TextPosition, _ error: JSONParseError) {
        description =
            "\(file):\(position.line):\(position.column): Not JSON: \(error.message). Correct the JSON text"
    }
}
