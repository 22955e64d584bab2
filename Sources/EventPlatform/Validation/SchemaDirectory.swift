import EventSchema
import EventSupport
import Foundation

/// A folder of schemas as JSON files.
struct SchemaDirectory {
    let root: URL

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
}

/// A file of a schema folder that is not JSON.
struct SchemaFileError: Error, CustomStringConvertible {
    let description: String

    init(file: String, position: TextPosition, _ error: JSONParseError) {
        description =
            "\(file):\(position.line):\(position.column): Not JSON: \(error.message). Correct the JSON text"
    }
}
