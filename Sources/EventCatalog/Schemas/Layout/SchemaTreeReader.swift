import EventSchema
import Foundation

/// Finds and reads the files of a repository of schemas. What cannot be read is a finding, and the rest goes on.
struct SchemaTreeReader {
    fileprivate struct Folder {
        let path: String
        let names: [String]
        var current: SourceDocument?
        var versions: [(version: SemanticVersion, document: SourceDocument)] = []
    }

    let root: String
    let settings: SchemaToolsSettings
    /// Files that have been read already, by path.
    private let documents: [String: SourceDocument]
    private(set) var findings: [CatalogFinding] = []
    private var folders: [Folder] = []

    init(root: String, settings: SchemaToolsSettings, documents: [String: SourceDocument]) {
        (self.root, self.settings, self.documents) = (root, settings, documents)
    }

    /// The folders with a schema, ordered by path.
    ///
    /// - Throws: ``CatalogError`` when the root cannot be listed.
    mutating func titles() throws(CatalogError) -> [SchemaTitleFolder] {
        do { visit("", try DirectoryListing(of: root)) } catch {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: root), "Cannot be listed: \(error.reasonText).",
                remedy: "Name a repository of schemas that exists and that you may read.")
        }
        readFiles()
        let ignored = ignoredPatterns()
        return folders.map { $0.title(leavingOut: ignored, settings) }.filter { !$0.isEmpty }.map(\.folder)
            .sorted { $0.path < $1.path }
    }

    // MARK: - Folders

    private mutating func visit(_ path: String) {
        do { visit(path, try DirectoryListing(of: "\(root)/\(path)")) } catch {
            findings.append(
                CatalogFinding(
                    .unreadableFile, SourceLocation(file: "\(root)/\(path)"), "Cannot be listed: \(error.reasonText).",
                    remedy: "Check that you may read the directory."))
        }
    }

    private mutating func visit(_ path: String, _ listing: DirectoryListing) {
        let place = path.isEmpty ? root : "\(root)/\(path)"
        findings += listing.unreadableNames.map { CatalogFinding(unreadableName: $0, in: place) }
        let names = listing.names.filter { !$0.hasPrefix(".") }
        let inner = names.filter { Self.isFolder("\(place)/\($0)") }
        for name in inner { visit(path.isEmpty ? name : "\(path)/\(name)") }
        let files = names.filter { !inner.contains($0) }
        let isTitle = files.contains { $0 == settings.currentName || SchemaTitleFolder.version(inName: $0) != nil }
        if isTitle { folders.append(Folder(path: path, names: listing.names)) }
    }

    /// Whether the entry itself is a folder: a link to a parent would make a circle.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    // MARK: - Files

    private mutating func readFiles() {
        let files = folders.indices.flatMap { index in
            wantedNames(of: folders[index]).map { (index: index, path: path(of: folders[index], $0), name: $0) }
        }
        let results = concurrentMap(files) { [documents] file in
            Result { () throws(CatalogError) in
                if let document = documents[file.path] { return document }
                return try SourceDocument(file: file.path)
            }
        }
        for (file, result) in zip(files, results) {
            switch result {
            case .failure(let error): findings += error.findings
            case .success(let document):
                if let version = SchemaTitleFolder.version(inName: file.name), file.name != settings.currentName {
                    folders[file.index].versions.append((version, document))
                } else {
                    folders[file.index].current = document
                }
            }
        }
    }

    private func path(of folder: Folder, _ name: String) -> String {
        folder.path.isEmpty ? "\(root)/\(name)" : "\(root)/\(folder.path)/\(name)"
    }

    /// The file that people edit, and each version once.
    private func wantedNames(of folder: Folder) -> [String] {
        let endings = settings.contentTypes + SchemaTitleFolder.endings
        var seen: Set<SemanticVersion> = []
        let versions = endings.flatMap { ending in
            folder.names.filter { name in
                guard name.hasSuffix(".\(ending)"), let version = SchemaTitleFolder.version(inName: name) else {
                    return false
                }
                return seen.insert(version).inserted
            }
        }
        return folder.names.filter { $0 == settings.currentName } + versions
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
                findings.append(
                    CatalogFinding(
                        .schemaToolsSetting, place, "“\(source)” is no regular expression: \(error.reason).",
                        remedy: "Correct the expression; it hides no schema until then."))
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
            path: path, names: names, current: current.flatMap { isKept($0) ? $0 : nil },
            versions: versions.filter { isKept($0.document) }.sorted { $0.version < $1.version })
        let hidden = (current != nil || !versions.isEmpty) && folder.current == nil && folder.versions.isEmpty
        return (folder, hidden)
    }
}
