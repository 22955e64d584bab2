extension Rule {
    package static let schemaLocation = Rule(
        "schema-location", .error, "A schema is in a folder where no client looks for it.",
        reason: "A client that looks for the $schema of an event finds no file.",
        mistake: ["Schemas/1.0.0.yaml": RuleExample.tap()],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])
}

/// Finds the version files of a repository root. Other files are ignored: `latest`, fragments without a version, notes.
/// Those that seem to be meant as versions or as streams are findings.
struct SchemaFileFinder {
    /// The root, in its one spelling.
    let root: String
    /// The settings of its repository; `nil` if they cannot be read, which a check of the repository reports.
    let settings: SchemaToolsSettings?
    private(set) var files: [SchemaFile] = []
    /// The paths of the files that versions are made from, and of those that seem meant for it.
    private(set) var currentFiles: [String] = []
    private(set) var findings: [CatalogFinding] = []

    /// - Throws: ``CatalogError`` when the root cannot be listed.
    init(root: String, in sources: SourceFiles) throws(CatalogError) {
        let directory = SchemaRepositoryFolder.of(root)
        settings = Self.settings(of: directory, sources)
        let walk = try SchemaWalk(root: directory, settings ?? SchemaToolsSettings(), sources)
        (self.root, findings) = (walk.root, walk.findings)
        for folder in walk.folders { add(folder, sources) }
    }

    private static func settings(of root: String, _ sources: SourceFiles) -> SchemaToolsSettings? {
        do { return try SchemaTreePlace(directory: root, in: sources).settings } catch { return nil }
    }

    private mutating func add(_ folder: SchemaFolder, _ sources: SourceFiles) {
        currentFiles += ([folder.current].compactMap { $0 } + folder.misnamedCurrents).map(folder.file)
        findings += folder.otherFiles.compactMap { UnreadSchemaFile($0, in: folder, sources)?.finding }
        for name in folder.versions {
            let place = folder.pathBelowRoot(of: name.text)
            let file = SchemaFile(root: root, place: place, version: name.version.description)
            if file.folder.isEmpty { findings.append(Self.finding(atRoot: file)) } else { files.append(file) }
        }
    }

    private static func finding(atRoot file: SchemaFile) -> CatalogFinding {
        CatalogFinding(
            .schemaLocation, SourceLocation(file: file.path),
            "A version directly at the root has no title, so the file is not read.",
            remedy: "Move it into a folder; the path of the folder is the title.")
    }
}
