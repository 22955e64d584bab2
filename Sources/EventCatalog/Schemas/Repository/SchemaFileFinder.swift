/// Finds the version files of a repository root. All other files are ignored: `current.yaml`, `latest`, fragments
/// without a version, notes. Those that seem to be meant as versions or as streams are findings.
struct SchemaFileFinder {
    /// The order in which the forms of one version are searched for.
    private static let suffixes = [".yaml", ".yml", ".json", ""]

    /// The root, in its one spelling.
    let root: String
    private let sources: SourceFiles
    private(set) var files: [SchemaFile] = []
    /// The paths of the files that versions are made from.
    private(set) var currentFiles: [String] = []
    private(set) var findings: [CatalogFinding] = []

    /// - Throws: ``CatalogError`` when the root cannot be listed.
    init(root: String, in sources: SourceFiles) throws(CatalogError) {
        let walk = try SchemaWalk(root: SchemaRepositoryFolder.of(root), sources)
        (self.root, self.sources) = (walk.root, sources)
        findings = walk.findings
        for folder in walk.folders { addVersions(in: folder) }
    }

    /// A bare `X.Y.Z` beside a file with a suffix is the customary link to it, or what a checkout without links made
    /// of the link. It is not a document of its own.
    private mutating func addVersions(in folder: SchemaWalk.Folder) {
        let names = folder.files
        for name in names {
            if ["current.yaml", "current.yml", "current.json"].contains(name) {
                currentFiles.append(folder.file(name))
            }
            guard let (version, suffix) = Self.version(in: name) else {
                let unread = UnreadSchemaFile(folder.file(name), name, beside: names, in: sources)
                findings += [unread?.finding].compactMap { $0 }
                continue
            }
            if suffix.isEmpty, Self.suffixes.contains(where: { !$0.isEmpty && names.contains(version + $0) }) {
                continue
            }
            let file = SchemaFile(root: root, place: folder.pathBelowRoot(of: name), version: version)
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
