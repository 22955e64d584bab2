public import EventStreams

/// A check of a project with what is left out of its report: a baseline, or the findings of an earlier commit.
public struct ProjectCheck: Sendable {
    private let folders: CatalogFolders
    private let asOf: UTCInstant?
    private let progress: @Sendable (String) -> Void
    /// What is left out, and whether entries without a finding are reported.
    private let baselines: [Baseline]

    /// The maximum number of rounds of edits; after each the project is checked again.
    private static let maximumRounds = 10

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - folders: the folders.
    ///   - asOf: the date by which a stream, an experiment or a waiver may have ended.
    ///   - baseline: a file whose findings are left out; entries that no longer occur are reported. The default is
    ///     `nil`.
    ///   - revision: a commit of git whose findings are left out. The default is `nil`.
    ///   - progress: called with what begins, such as “reading schemas”. The default ignores it.
    /// - Throws: ``CatalogError`` when a folder cannot be listed or the baseline cannot be read; ``RevisionError`` when
    ///   the commit cannot be read.
    public init(
        _ folders: CatalogFolders, asOf: UTCInstant?, baseline: String? = nil, changedSince revision: String? = nil,
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        try self.init(
            folders, asOf: asOf, leavingOut: try baseline.map { try Baseline(file: $0) }, changedSince: revision,
            progress: progress)
    }

    /// Prepares a check with a baseline that the caller has read.
    package init(
        _ folders: CatalogFolders, asOf: UTCInstant?, leavingOut baseline: Baseline?,
        changedSince revision: String?, progress: @escaping @Sendable (String) -> Void
    ) throws {
        (self.folders, self.asOf, self.progress) = (folders, asOf, progress)
        try folders.requireReadable()
        var baselines = [baseline].compactMap { $0 }
        if let revision {
            progress("checking the files of \(revision)")
            baselines.append(try Baseline(of: folders, at: Revision(revision), asOf: asOf))
        }
        self.baselines = baselines
    }

    /// Checks the folders as they are now.
    public func report() -> CheckReport {
        var report = CheckReport(CatalogCheck(folders, asOf: asOf, progress: progress))
        for baseline in baselines { report.exclude(baseline) }
        return report
    }

    /// Makes the edits of the findings that are reported, checks again, and so on until there are no edits.
    ///
    /// - Returns: the files that were changed, ordered by path, and the report on what is left.
    /// - Throws: ``FileWriteError`` or ``CatalogError`` when a file cannot be written or read; earlier files are
    ///   changed then.
    public func fix() throws -> (changes: [FileChange], report: CheckReport) {
        var changes: [String: FileChange] = [:]
        var report = report()
        for _ in 0..<Self.maximumRounds {
            let edits = Dictionary(grouping: report.findings.flatMap(\.edits), by: \.location.file)
            var isChanged = false
            for (file, edits) in edits.sorted(by: { $0.key < $1.key }) {
                let text = try SourceText(file: file)
                let (before, after) = (text.applying([]), text.applying(edits))
                guard before != after else { continue }
                try AtomicFile.write(after, to: file)
                changes[file] = FileChange(file: file, before: changes[file]?.before ?? before, after: after)
                isChanged = true
            }
            guard isChanged else { break }
            report = self.report()
        }
        return (changes.values.sorted { $0.file < $1.file }, report)
    }
}
