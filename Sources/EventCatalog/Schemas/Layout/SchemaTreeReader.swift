import EventSchema

/// Finds and reads the files of a repository of schemas. What cannot be read is a finding, and the rest goes on.
struct SchemaTreeReader {
    private let root: String
    private let settings: SchemaToolsSettings
    private let sources: SourceFiles
    private(set) var findings: [CatalogFinding] = []
    /// What keeps files and folders from being read; ``findings`` has it too.
    private(set) var failures: [CatalogFinding] = []

    init(root: String, settings: SchemaToolsSettings, _ sources: SourceFiles) {
        (self.root, self.settings, self.sources) = (root, settings, sources)
    }

    /// The folders with a schema, ordered by path.
    ///
    /// - Throws: ``CatalogError`` when the root cannot be listed.
    mutating func titles() throws(CatalogError) -> [SchemaTitleFolder] {
        let walk = try SchemaWalk(root: root, settings, sources)
        failures = walk.findings
        findings = walk.findings + walk.folders.compactMap(unreadCurrent)
        let folders = walk.folders.filter(\.isTitle)
        let documents = documents(of: folders)
        let ignored = ignoredPatterns()
        return folders.compactMap { title(of: $0, documents, leavingOut: ignored) }.sorted { $0.path < $1.path }
    }

    // MARK: - Files

    /// The documents by path: the file that people edit, and each version once. An error for a folder in the place of
    /// such a file says that it is one.
    private mutating func documents(of folders: [SchemaFolder]) -> [String: SourceDocument] {
        let files = folders.flatMap { folder in
            ([folder.current].compactMap { $0 } + folder.preferredForms.map(\.text) + folder.misplacedFolders)
                .map(folder.file)
        }
        var documents: [String: SourceDocument] = [:]
        for (file, result) in zip(files, sources.checkedDocuments(in: files)) {
            do {
                let document = try result.get()
                documents[file] = document
                findings += document.findings
            } catch {
                findings += error.findings
                failures += error.findings
            }
        }
        return documents
    }

    /// The folder without the schemas whose `$id` matches one of the patterns; `nil` if it has no others.
    private func title(
        of folder: SchemaFolder, _ documents: [String: SourceDocument], leavingOut ignored: [Pattern]
    ) -> SchemaTitleFolder? {
        func isKept(_ document: SourceDocument) -> Bool {
            guard let id = document.value[settings.schemaVersionField]?.string else { return true }
            return !ignored.contains { $0.matches(id) }
        }
        let current = folder.current.flatMap { documents[folder.file($0)] }
        let versions = folder.preferredForms.compactMap { name in
            documents[folder.file(name.text)].map { (version: name.version, document: $0) }
        }
        let title = SchemaTitleFolder(
            path: folder.path, names: folder.entries, current: current.flatMap { isKept($0) ? $0 : nil },
            versions: versions.filter { isKept($0.document) }.sorted { $0.version < $1.version })
        let isUnread = current == nil && versions.isEmpty
        return isUnread || title.current != nil || !title.versions.isEmpty ? title : nil
    }

    /// A file that was probably meant to be the one that people edit, in a folder that has nothing else. Beside
    /// versions it is a mistake of the structure, which has a case of its own.
    private func unreadCurrent(in folder: SchemaFolder) -> CatalogFinding? {
        guard !folder.isTitle, !folder.entries.contains(settings.currentName), let name = folder.misnamedCurrents.first
        else { return nil }
        return CatalogFinding(
            .unreadFile, SourceLocation(file: folder.file(name)),
            "The file that people edit is named “\(settings.currentName)”, so this one is not read.",
            remedy: "Rename it to “\(settings.currentName)”.")
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
