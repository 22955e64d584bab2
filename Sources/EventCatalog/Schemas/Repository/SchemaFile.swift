/// A version file of a schema repository: `X.Y.Z.yaml`, `.yml`, `.json`, or `X.Y.Z` alone.
struct SchemaFile: Sendable {
    /// The root, in its one spelling.
    let root: String
    /// The path below the root.
    let place: String
    let version: String

    /// The file's path.
    var path: String { FolderPath.entry(place, in: root) }

    /// What `$schema` calls it: `/title/X.Y.Z`.
    var uri: String { "/\(folder)/\(version)" }

    /// The path of its folder without `jsonschema`: the title that it should have. Empty at the root.
    var folder: String {
        let parts = place.split(separator: "/").dropLast()
        return (parts.first == "jsonschema" ? parts.dropFirst() : parts).joined(separator: "/")
    }

    /// Whether an `$id` is in order. As in the platform's own tools it need only occur in the path: some files stand
    /// deeper than their `$id` says.
    func contains(id: String) -> Bool {
        let text = id.drop { $0 == "/" }.prefix { $0 != "#" }
        return !text.isEmpty && place.contains(text)
    }

    /// Whether a title is in order: the folder, or the end of its path.
    func contains(title: String) -> Bool { folder == title || (!title.isEmpty && folder.hasSuffix("/\(title)")) }
}
