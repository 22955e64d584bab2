import EventStreams
import Foundation

extension Baseline {
    /// The findings of the folders and the file as they were in a commit, under the paths of today. What the commit
    /// lacks has no findings. The settings of a repository of schemas may be in the folder above its root.
    init(of folders: CatalogFolders, at revision: Revision, asOf: UTCInstant?) throws {
        self = try revision.withCopies(
            of: folders.all, withFileBeside: SchemaToolsSettings.fileName,
            files: [folders.clientConfiguration].compactMap { $0 }
        ) { copies in
            let check = CatalogCheck(folders.moved { copies[$0] }, asOf: asOf)
            return Baseline(check.findings.map { $0.moved(copies) })
        }
    }
}

extension CatalogFinding {
    /// The finding with the paths of folders in place of those that were checked.
    func moved(_ copies: [String: String]) -> CatalogFinding {
        func moved(_ text: String) -> String {
            copies.reduce(text) { $0.replacingOccurrences(of: $1.value, with: $1.key) }
        }
        let place = SourceLocation(file: moved(location.file), line: location.line, column: location.column)
        return CatalogFinding(rule, place, moved(problem), remedy: moved(remedy))
    }
}
