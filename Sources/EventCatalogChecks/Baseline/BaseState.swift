package import EventCatalog
import EventSchemaTools
import EventStreams
import EventSupport

/// What a check needs of the state before a change.
struct BaseState {
    /// The findings that the state has, under the paths of today.
    let findings: Baseline
    /// What is wrong between the versions of schemas of the state and those of now.
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
        let range = RevisionRange(reference)
        try range.requireEndAtHead(of: home)
        let name = try range.start(in: home)
        // The settings of a repository of schemas may be in the folder above its root.
        (findings, breaks) = try Revision(
            name, of: project.file == nil && FileKind(at: name) == .directory ? nil : home
        ).withCopies(
            of: folders.all, withFileBeside: SchemaToolsSettings.fileName,
            files: [folders.clientConfiguration, project.file, folders.filters].compactMap { $0 }
        ) { copies in
            var copied = folders.moved { copies[$0] }
            copied.projectFile = project.file.flatMap { copies[$0] }
            copied.filtersFile = folders.filters.flatMap { copies[$0] }
            copied.copies = copies
            let before = SourceFiles()
            return (
                Baseline(of: folders, in: copied, before, asOf: asOf, expiryNoticeDays: expiryNoticeDays),
                Self.breaks(since: name, folders, copies, from: before, to: sources)
            )
        }
    }

    private static func breaks(
        since name: String, _ folders: CatalogFolders, _ copies: [String: String], from before: SourceFiles,
        to now: SourceFiles
    ) -> [CatalogFinding] {
        folders.schemaRoots.flatMap { root -> [CatalogFinding] in
            guard let copy = copies[root], copy != root else { return [] }
            var options = CompatibilityCheck.Options()
            options.bases = folders.schemaRoots.filter { $0 != root }.map { SchemaBase(url: nil, folder: $0) }
            do {
                let trees = (try SchemaTree(directory: root, in: now), try SchemaTree(directory: copy, in: before))
                return ComparedVersions(trees.0, since: (tree: trees.1, commit: name), options: options).findings
            } catch {
                return []  // the check of the schemas has the finding
            }
        }
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
