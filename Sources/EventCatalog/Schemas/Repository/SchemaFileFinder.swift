import Foundation

/// Finds the version files of a repository root. All other files are ignored: `current.yaml`, `latest`, fragments
/// without a version, notes. Those that seem to be meant as versions or as streams are findings.
struct SchemaFileFinder {
    /// The order in which the forms of one version are searched for.
    private static let suffixes = [".yaml", ".yml", ".json", ""]

    let root: String
    private(set) var files: [SchemaFile] = []
    /// The paths of the files that versions are made from.
    private(set) var currentFiles: [String] = []
    private(set) var findings: [CatalogFinding] = []

    /// - Throws: ``CatalogError`` when the root cannot be listed.
    init(root: String) throws(CatalogError) {
        self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
        do { visit("", try DirectoryListing(of: root)) } catch {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: root), "Cannot be listed: \(error.reasonText).",
                remedy: "Name a root of schemas that exists and that you may read.")
        }
    }

    private mutating func visit(_ folder: String) {
        do { visit(folder, try DirectoryListing(of: root + folder)) } catch {
            findings.append(
                CatalogFinding(
                    .unreadableFile, SourceLocation(file: root + folder), "Cannot be listed: \(error.reasonText).",
                    remedy: "Check that you may read the directory."))
        }
    }

    private mutating func visit(_ folder: String, _ listing: DirectoryListing) {
        findings += listing.unreadableNames.map { CatalogFinding(unreadableName: $0, in: root + folder) }
        let names = listing.names.filter { !$0.hasPrefix(".") }
        let folders = names.filter { Self.isFolder("\(root)\(folder)/\($0)") }
        for name in folders { visit("\(folder)/\(name)") }
        add(versionsIn: names.filter { !folders.contains($0) }, folder)
    }

    /// Whether the entry itself is a folder: a link to a parent would make a circle.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A bare `X.Y.Z` beside a file with a suffix is the customary link to it, or what a checkout without links made
    /// of the link. It is no document of its own.
    private mutating func add(versionsIn names: [String], _ folder: String) {
        for name in names {
            if ["current.yaml", "current.yml", "current.json"].contains(name) {
                currentFiles.append("\(root)\(folder)/\(name)")
            }
            guard let (version, suffix) = Self.version(in: name) else {
                findings += [UnreadSchemaFile(name, in: root + folder, beside: names)?.finding].compactMap { $0 }
                continue
            }
            if suffix.isEmpty, Self.suffixes.contains(where: { !$0.isEmpty && names.contains(version + $0) }) {
                continue
            }
            let file = SchemaFile(root: root, place: "\(folder)/\(name)", version: version)
            if file.folder.isEmpty { findings.append(Self.finding(atRoot: file)) } else { files.append(file) }
        }
    }

    private static func finding(atRoot file: SchemaFile) -> CatalogFinding {
        CatalogFinding(
            .schemaLocation, SourceLocation(file: file.path),
            "A version directly at the root has no title, so the file is not read.",
            remedy: "Move it into a folder; the path of the folder is the title.")
    }

    private static func version(in name: String) -> (version: String, suffix: String)? {
        for suffix in suffixes where name.hasSuffix(suffix) {
            let version = String(name.dropLast(suffix.count))
            let parts = version.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 3, parts.allSatisfy({ Int($0) != nil && $0.allSatisfy(\.isNumber) }) {
                return (version, suffix)
            }
        }
        return nil
    }
}
