import EventSchema
import Foundation

extension SchemaDirectory {
    /// Throws when the folder has the schema as YAML: a schema that is there, and that the client cannot read.
    func refuseYAML(at path: String) throws(SchemaError) {
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
