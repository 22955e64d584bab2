import EventSchema

/// Finds and reads the files of a repository of schemas. What cannot be read is a finding, and the rest goes on.
struct SchemaTreeReader {
    fileprivate struct Folder {
        let place: SchemaWalk.Folder
        var current: SourceDocument?
        var versions: [(version: SemanticVersion, document: SourceDocument)] = []
    }

    private let root: String
    private let settings: SchemaToolsSettings
    private let sources: SourceFiles
    private(set) var findings: [CatalogFinding] = []
    /// What keeps files and folders from being read; ``findings`` has it too.
    private(set) var failures: [CatalogFinding] = []
    private var folders: [Folder] = []

    init(root: String, settings: SchemaToolsSettings, _ sources: SourceFiles) {
        (self.root, self.settings, self.sources) = (root, settings, sources)
    }

    /// The folders with a schema, ordered by path.
    ///
    /// - Throws: ``CatalogError`` when the root cannot be listed.
    mutating func titles() throws(CatalogError) -> [SchemaTitleFolder] {
        let walk = try SchemaWalk(root: root, sources)
        failures = walk.findings
        findings = walk.findings + walk.folders.compactMap(unreadCurrent)
        folders = walk.folders.filter { folder in
            folder.files.contains { $0 == settings.currentName || SchemaTitleFolder.version(inName: $0) != nil }
        }.map { Folder(place: $0) }
        readFiles()
        let ignored = ignoredPatterns()
        return folders.map { $0.title(leavingOut: ignored, settings) }.filter { !$0.isEmpty }.map(\.folder)
            .sorted { $0.path < $1.path }
    }

    // MARK: - Files

    private mutating func readFiles() {
        let files = folders.indices.flatMap { index in
            wantedNames(of: folders[index].place).map { (index: index, path: folders[index].place.file($0), name: $0) }
        }
        for (file, result) in zip(files, sources.checkedDocuments(in: files.map(\.path))) {
            switch result {
            case .failure(let error):
                findings += error.findings
                failures += error.findings
            case .success(let document):
                findings += document.findings
                if let version = SchemaTitleFolder.version(inName: file.name), file.name != settings.currentName {
                    folders[file.index].versions.append((version, document))
                } else {
                    folders[file.index].current = document
                }
            }
        }
    }

    /// A file that was probably meant to be the one that people edit, in a folder that has nothing else. Beside
    /// versions it is a mistake of the structure, which has a case of its own.
    private func unreadCurrent(in folder: SchemaWalk.Folder) -> CatalogFinding? {
        let isTitle = folder.files.contains { SchemaTitleFolder.version(inName: $0) != nil }
        guard !isTitle, !folder.entries.contains(settings.currentName),
            let name = folder.files.first(where: { $0.lowercased().wholeMatch(of: /current\.(ya?ml|json)/) != nil })
        else { return nil }
        return CatalogFinding(
            .unreadFile, SourceLocation(file: folder.file(name)),
            "The file that people edit is named “\(settings.currentName)”, so this one is not read.",
            remedy: "Rename it to “\(settings.currentName)”.")
    }

    /// The file that people edit, and each version once.
    private func wantedNames(of folder: SchemaWalk.Folder) -> [String] {
        let endings = settings.contentTypes + SchemaTitleFolder.endings
        var seen: Set<SemanticVersion> = []
        let versions = endings.flatMap { ending in
            folder.entries.filter { name in
                guard name.hasSuffix(".\(ending)"), let version = SchemaTitleFolder.version(inName: name) else {
                    return false
                }
                return seen.insert(version).inserted
            }
        }
        return folder.entries.filter { $0 == settings.currentName } + versions
    }

    // MARK: - Ignored schemas

    private mutating func ignoredPatterns() -> [Pattern] {
        settings.ignoreSchemas.enumerated().compactMap { index, source in
            let result = Result { () throws(PatternError) in try Pattern(source, unicode: false) }
            switch result {
            case .success(let pattern): return pattern
            case .failure(let error):
                let path = ["ignoreSchemas", "\(index)"]
                let place = settings.document?.location(at: path) ?? SourceLocation(file: SchemaToolsSettings.fileName)
                findings.add(
                    .schemaToolsSetting, place, "“\(source)” is not a regular expression: \(error.reason).",
                    remedy: "Correct the expression; it hides no schema until then.")
                return nil
            }
        }
    }
}

extension SchemaTreeReader.Folder {
    /// The folder without the schemas whose `$id` matches one of the patterns.
    fileprivate func title(
        leavingOut ignored: [Pattern], _ settings: SchemaToolsSettings
    ) -> (folder: SchemaTitleFolder, isEmpty: Bool) {
        func isKept(_ document: SourceDocument) -> Bool {
            guard let id = document.value[settings.schemaVersionField]?.string else { return true }
            return !ignored.contains { $0.matches(id) }
        }
        let folder = SchemaTitleFolder(
            path: place.path, names: place.entries, current: current.flatMap { isKept($0) ? $0 : nil },
            versions: versions.filter { isKept($0.document) }.sorted { $0.version < $1.version })
        let hidden = (current != nil || !versions.isEmpty) && folder.current == nil && folder.versions.isEmpty
        return (folder, hidden)
    }
}
