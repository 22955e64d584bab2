/// The folders below a root of schemas and the names of their files. Hidden entries and links to folders are left out:
/// a link to a parent would make a circle.
struct SchemaWalk {
    /// A folder, after those in it.
    struct Folder {
        /// The path below the root, without slashes at its ends; empty for the root itself.
        let path: String
        /// The path with the root.
        let place: String
        /// The names of all entries, sorted.
        let entries: [String]
        /// The names of the files, sorted.
        let files: [String]

        func file(_ name: String) -> String { FolderPath.entry(name, in: place) }

        /// The path of a file of the folder below the root.
        func pathBelowRoot(of name: String) -> String { path.isEmpty ? name : "\(path)/\(name)" }
    }

    /// The root in its one spelling.
    let root: String
    private(set) var folders: [Folder] = []
    /// The folders that cannot be listed, and the names that are not UTF-8.
    private(set) var findings: [CatalogFinding] = []

    /// - Throws: ``CatalogError`` when the root cannot be listed.
    init(root: String, _ files: SourceFiles) throws(CatalogError) {
        self.root = FolderPath.normal(root)
        do { visit("", self.root, try files.listing(of: self.root), files) } catch {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: root), "Cannot be listed: \(error.reasonText).",
                remedy: "Name a root of schemas that exists and that you may read.")
        }
    }

    private mutating func visit(_ path: String, _ place: String, _ files: SourceFiles) {
        do { visit(path, place, try files.listing(of: place), files) } catch {
            findings.add(
                .unreadableFile, SourceLocation(file: place), "Cannot be listed: \(error.reasonText).",
                remedy: "Check that you may read the directory.")
        }
    }

    private mutating func visit(_ path: String, _ place: String, _ listing: DirectoryListing, _ files: SourceFiles) {
        findings += listing.unreadableNames.map { CatalogFinding(unreadableName: $0, in: place) }
        let names = listing.names.filter { !$0.hasPrefix(".") }
        let inner = names.filter { DirectoryListing.isFolder(FolderPath.entry($0, in: place)) }
        for name in inner { visit(path.isEmpty ? name : "\(path)/\(name)", FolderPath.entry(name, in: place), files) }
        folders.append(
            Folder(path: path, place: place, entries: listing.names, files: names.filter { !inner.contains($0) }))
    }
}
