/// The folders below a root of schemas. Hidden entries and links to folders are left out: a link to a parent would make
/// a circle.
struct SchemaWalk {
    /// The root in its one spelling.
    let root: String
    /// The folders, each after those in it.
    private(set) var folders: [SchemaFolder] = []
    /// The folders that cannot be listed, and the names that are not UTF-8.
    private(set) var findings: [CatalogFinding] = []
    private let settings: SchemaToolsSettings
    private let sources: SourceFiles

    /// - Throws: ``CatalogError`` when the root cannot be listed.
    init(root: String, _ settings: SchemaToolsSettings, _ sources: SourceFiles) throws(CatalogError) {
        (self.root, self.settings, self.sources) = (FolderPath.normal(root), settings, sources)
        do { visit("", self.root, try sources.listing(of: self.root)) } catch {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: root), "Cannot be listed: \(error.reasonText).",
                remedy: "Name a root of schemas that exists and that you may read.")
        }
    }

    private mutating func visit(_ path: String, _ place: String) {
        do { visit(path, place, try sources.listing(of: place)) } catch {
            findings.add(
                .unreadableFile, SourceLocation(file: place), "Cannot be listed: \(error.reasonText).",
                remedy: "Check that you may read the directory.")
        }
    }

    private mutating func visit(_ path: String, _ place: String, _ listing: DirectoryListing) {
        findings += listing.unreadableNames.map { CatalogFinding(unreadableName: $0, in: place) }
        let inner = listing.names.filter {
            !$0.hasPrefix(".") && DirectoryListing.isFolder(FolderPath.entry($0, in: place))
        }
        for name in inner { visit(path.isEmpty ? name : "\(path)/\(name)", FolderPath.entry(name, in: place)) }
        folders.append(SchemaFolder(path: path, place: place, entries: listing.names, folders: inner, settings))
    }
}
