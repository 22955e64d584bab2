import EventCatalog
import EventStreams

extension Baseline {
    /// The findings of the folders and the file as they were in a commit, under the paths of today. What the commit
    /// lacks has no findings. The settings of a repository of schemas may be in the folder above its root.
    init(of folders: CatalogFolders, at revision: Revision, asOf: UTCInstant?, expiryNoticeDays: Int? = nil) throws {
        self = try revision.withCopies(
            of: folders.all, withFileBeside: SchemaToolsSettings.fileName,
            files: [folders.clientConfiguration, folders.project().file, folders.filters].compactMap { $0 }
        ) { copies in
            var copied = folders.moved { copies[$0] }
            copied.projectFile = folders.project().file.flatMap { copies[$0] }
            copied.filtersFile = folders.filters.flatMap { copies[$0] }
            copied.copies = copies
            let report = CheckReport(
                CatalogCheck(copied, in: SourceFiles(), asOf: asOf, expiryNoticeDays: expiryNoticeDays))
            let files = report.sketches.map { ($0.moved(copies), $1) }
            return Baseline(
                report.findings.map { $0.moved(copies) }, in: folders.all,
                files: Dictionary(files) { first, _ in first })
        }
    }
}

extension CatalogFinding {
    /// The finding with the paths of folders in place of those that were checked.
    func moved(_ copies: [String: String]) -> CatalogFinding {
        let place = SourceLocation(
            file: location.file.moved(copies), line: location.line, column: location.column, item: location.item)
        return CatalogFinding(
            rule, place, problem.moved(copies), remedy: remedy.moved(copies), about: folder?.moved(copies)
        ).with(severity)
    }
}
