/// Recognises a folder above schema repositories: below it no `$id` is the path of its file, and each is the end of it.
struct NestedRoots {
    /// The folders below the root from which the `$id`s are paths.
    private let folders: Set<String>
    private let root: String

    /// `nil` when the root, whose files have these `$id`s, is in order.
    init?(_ root: String, _ ids: [(file: SchemaFile, id: String)]) {
        let prefixes = ids.compactMap(Self.prefix)
        // A single file may stand deeper than its `$id` says.
        let isClear = prefixes.count > 1 || prefixes.contains { $0.hasSuffix("/jsonschema") }
        guard isClear, prefixes.allSatisfy({ !$0.isEmpty }) else { return nil }
        (self.root, folders) = (root, Set(prefixes))
    }

    var finding: CatalogFinding {
        let named = folders.sorted().map { folder in
            let folder = folder.hasSuffix("/jsonschema") ? folder.dropLast(11) : folder[...]
            return FolderPath.joined(root, String(folder.dropFirst()))
        }
        return CatalogFinding(
            .schemaLocation, SourceLocation(file: root),
            "This is not a root of schemas: every $id here is a path from a deeper folder.",
            remedy: "Name the roots themselves: \(named.listed(upTo: 5)).")
    }

    /// The folder, with a leading slash, from which the `$id` is the file's path; empty for the root, `nil` for none.
    private static func prefix(_ file: SchemaFile, id: String) -> String? {
        let path = "/\(id.drop { $0 == "/" }.prefix { $0 != "#" })"
        guard path.count > 1, file.uri.hasSuffix(path) else { return nil }
        return String(file.uri.dropLast(path.count))
    }
}
