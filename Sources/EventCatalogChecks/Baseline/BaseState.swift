package import EventCatalog
import EventSchemaTools
import EventStreams
import EventSupport

/// What a check needs of the state before a change.
struct BaseState {
    /// The findings of the state, under the paths of today.
    let findings: Baseline
    /// The breaking changes of schemas and experiments since the state.
    let breaks: [CatalogFinding]

    /// - Parameters:
    ///   - reference: the state, as ``RevisionRange`` reads it.
    ///   - folders: the folders of now.
    ///   - sources: the files of now.
    ///   - asOf: the date of the check.
    ///   - expiryNoticeDays: a number of days that counts in place of the project's.
    /// - Throws: ``RevisionError`` if the state cannot be read.
    init(
        _ reference: String, of folders: CatalogFolders, in sources: SourceFiles, asOf: UTCInstant?,
        expiryNoticeDays: Int?
    ) throws {
        let project = folders.project(in: sources)
        let file = [folders.clientConfiguration].compactMap { $0.map(FolderPath.above) }
        let home = try RevisionRange.home(of: project.file.map(FolderPath.above), folders.all + file)
        // A hook runs before the first commit too.
        if FileKind(at: reference) != .directory, try RepositoryFolder.existing(home)?.isEmpty == true {
            (findings, breaks) = (Baseline([], in: folders.all), [])
            return
        }
        let range = RevisionRange(reference)
        try range.requireEndAtHead(of: home)
        let name = try range.start(in: home)
        let isCopy = FileKind(at: name) == .directory
        let revision = Revision(
            name, of: isCopy ? project.file.map(FolderPath.above) ?? folders.projectFolder : home)
        let base = try BaseFolders(
            folders, of: folders.projectFolder, projectFile: project.file, in: revision)
        // The settings of a repository of schemas may be in the folder above its root.
        (findings, breaks) = try revision.withCopies(
            of: base.all, withFileBeside: SchemaToolsSettings.fileName,
            files: [folders.clientConfiguration, base.projectFile, folders.filters].compactMap { $0 }
        ) { copies in
            let before = SourceFiles()
            let (copies, removed) = base.paired(copies, from: before, to: sources)
            var copied = folders.moved { copies[$0] }
            copied.schemaRoots += removed.compactMap { copies[$0] }
            copied.projectFile = base.projectFile.flatMap { copies[$0] }
            copied.filtersFile = folders.filters.flatMap { copies[$0] }
            copied.copies = copies
            return (
                Baseline(of: folders, in: copied, before, asOf: asOf, expiryNoticeDays: expiryNoticeDays),
                Self.breaks(since: name, folders, copies, removed: removed, from: before, to: sources)
                    + RedrawnExperiments(from: (copied, before), to: (folders, sources), asOf: asOf).findings
            )
        }
    }

    private static func breaks(
        since name: String, _ folders: CatalogFolders, _ copies: [String: String], removed: [String],
        from before: SourceFiles, to now: SourceFiles
    ) -> [CatalogFinding] {
        func read(_ root: String, in sources: SourceFiles) -> SchemaTree? {
            // The check of the schemas has the finding.
            do { return try SchemaTree(directory: root, in: sources) } catch { return nil }
        }
        let trees = folders.schemaRoots.compactMap { root in read(root, in: now).map { (root: root, tree: $0) } }
        let compared = trees.flatMap { root, tree -> [CatalogFinding] in
            guard let copy = copies[root], copy != root, let base = read(copy, in: before) else { return [] }
            var options = CompatibilityCheck.Options()
            let others = trees.filter { $0.root != root }.map(\.tree)
            options.bases = others.map { SchemaBase(url: nil, folder: $0.root) }
            return ComparedVersions(
                tree, since: (tree: base, commit: name), beside: others, options: options
            ).findings
        }
        let gone = removed.compactMap { root in
            copies[root].flatMap { read($0, in: before) }.flatMap {
                CatalogFinding(removed: $0, root, in: name, trees.map(\.tree))
            }
        }
        return compared + gone
    }
}

extension CatalogFinding {
    /// The finding on a root of schemas that a project has no more; `nil` if others have all of its versions.
    fileprivate init?(removed base: SchemaTree, _ root: String, in commit: String, _ trees: [SchemaTree]) {
        let versions = base.titles.flatMap { title in title.versions.map { (title: title.path, version: $0) } }
        let lost = versions.filter { title, version in
            !trees.contains { tree in
                tree[title]?.versions.contains {
                    $0.version == version.version && $0.document.value == version.document.value
                } ?? false
            }
        }
        guard let first = lost.first else { return nil }
        let others = lost.count == 1 ? "" : ", with \((lost.count - 1).counted("version")) more"
        self.init(
            .editedVersion, SourceLocation(file: root),
            "The project of \(commit) has this root of schemas, and none of today has \(first.title) "
                + "\(first.version.version)\(others).",
            remedy: "Name it in “schemas” of \(Project.fileName), or put it back: git checkout \(commit) -- \(root)")
    }
}

extension Baseline {
    /// The findings of copies of folders and files, under the paths of today. What the state lacks has no findings.
    init(
        of folders: CatalogFolders, in copied: CatalogFolders, _ sources: SourceFiles, asOf: UTCInstant?,
        expiryNoticeDays: Int?
    ) {
        let copies = copied.copies
        let report = CheckReport(
            CatalogCheck(copied, in: sources, asOf: asOf, expiryNoticeDays: expiryNoticeDays))
        let files = report.sketches.map { ($0.moved(copies), $1) }
        self.init(
            report.findings.map { $0.moved(copies) }, in: folders.all,
            files: Dictionary(files) { first, _ in first })
    }
}

extension CatalogFinding {
    /// The finding with the paths of folders in place of those that were checked.
    package func moved(_ copies: [String: String]) -> CatalogFinding {
        CatalogFinding(
            rule, location.moved(copies), problem.moved(copies), remedy: remedy.moved(copies),
            about: folder?.moved(copies)
        ).with(severity)
    }
}

extension SourceLocation {
    /// The location with the path of a file in place of that of its copy.
    func moved(_ copies: [String: String]) -> SourceLocation {
        SourceLocation(file: file.moved(copies), line: line, column: column, item: item)
    }
}
