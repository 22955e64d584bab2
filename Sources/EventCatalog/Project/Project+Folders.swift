import EventSchema
import EventSupport

extension Project {
    /// A finding for each folder that the file names and that is not there.
    package var missingFolders: [CatalogFinding] {
        // Of a commit, only the folders that are there today are copied.
        guard let document, copies.isEmpty else { return [] }
        func finding(_ setting: String, _ place: [String], _ name: JSONValue?) -> CatalogFinding? {
            guard let path = name?.string.map({ FolderPath.joined(folder, $0) }), FileKind(at: path) != .directory
            else { return nil }
            return CatalogFinding(
                .invalidProject, document.location(at: [setting] + place), "There is no folder \(path).",
                remedy: "Make it, or correct “\(setting):”.")
        }
        let roots = document.value["schemas"]?.array ?? []
        return ["streams", "experiments"].compactMap { finding($0, [], document.value[$0]) }
            + roots.enumerated().compactMap { finding("schemas", ["\($0)"], $1) }
    }
}
