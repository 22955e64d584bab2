public import EventCatalog
public import EventStreams

/// A check of a project with what is left out of its report: a baseline, or the findings of the state before a change.
public struct ProjectCheck: Sendable {
    private let folders: CatalogFolders
    private let asOf: UTCInstant?
    private let expiryNoticeDays: Int?
    private let progress: @Sendable (String) -> Void
    /// What is left out, and whether entries without a finding are reported.
    private let baselines: [Baseline]
    /// The breaking changes of schemas and experiments since the base.
    private let breaks: [CatalogFinding]
    private let sources: SourceFiles

    /// The maximum number of rounds of edits; after each the project is checked again.
    private static let maximumRounds = 10

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - folders: the folders.
    ///   - asOf: the date by which a stream, an experiment or a waiver may have ended.
    ///   - baseline: a file whose findings are left out; entries that no longer occur are reported. The default is
    ///     `nil`.
    ///   - base: the state before the change, as a commit of git or a folder with a copy of the project: its findings
    ///     are left out, and the versions of schemas and the experiments are compared with its own. A commit stands for
    ///     the newest one that it has in common with `HEAD`. The default is `nil`.
    ///   - progress: called with what begins, such as “reading schemas”. The default ignores it.
    /// - Throws: `CatalogError` when a folder cannot be listed or the baseline cannot be read; ``RevisionError`` when
    ///   the base cannot be read.
    public init(
        _ folders: CatalogFolders, asOf: UTCInstant?, baseline: String? = nil, against base: String? = nil,
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        try self.init(
            folders, asOf: asOf, leavingOut: try baseline.map { try Baseline(file: $0) }, against: base,
            progress: progress)
    }

    /// Prepares a check with a baseline that the caller has read. A number of days counts in place of the project's.
    package init(
        _ folders: CatalogFolders, asOf: UTCInstant?, expiryNoticeDays: Int? = nil, leavingOut baseline: Baseline?,
        against base: String?, progress: @escaping @Sendable (String) -> Void
    ) throws {
        (self.folders, self.asOf, self.expiryNoticeDays) = (folders, asOf, expiryNoticeDays)
        self.progress = progress
        sources = SourceFiles()
        try folders.requireReadable(in: sources)
        let given = [baseline].compactMap { $0 }
        guard let base else {
            (baselines, breaks) = (given, [])
            return
        }
        progress("checking the files of \(base)")
        let state = try BaseState(base, of: folders, in: sources, asOf: asOf, expiryNoticeDays: expiryNoticeDays)
        (baselines, breaks) = (given + [state.findings], state.breaks)
    }

    /// Checks the folders as they were when they were read first.
    public func report() -> CheckReport { report(on: sources) }

    private func report(on sources: SourceFiles) -> CheckReport {
        var report = CheckReport(
            CatalogCheck(
                folders, in: sources, asOf: asOf, expiryNoticeDays: expiryNoticeDays, adding: breaks,
                progress: progress))
        for baseline in baselines { report.exclude(baseline) }
        return report
    }

    /// Makes the edits of the findings that are reported, checks again, and so on until there are no edits. The files
    /// are written at the end.
    ///
    /// - Returns: the files that were changed, ordered by path, and the report on what is left.
    /// - Throws: `FileWriteError` when a file cannot be written or was changed since it was read, in which case no file
    ///   is changed; `CatalogError` when a file cannot be read.
    public func fix() throws -> (changes: [FileChange], report: CheckReport) {
        var edited: [String: [UInt8]] = [:]
        var report = report()
        for _ in 0..<Self.maximumRounds {
            var isChanged = false
            for (file, edits) in Dictionary(grouping: report.findings.flatMap(\.edits), by: \.location.file) {
                let text = try report.sources.text(of: file)
                let after = text.applying(edits)
                guard text.applying([]) != after else { continue }
                edited[file] = after
                isChanged = true
            }
            guard isChanged else { break }
            report = self.report(on: sources.edited(edited))
        }
        let changes = try edited.map { file, after in
            FileChange(file: file, before: try sources.text(of: file).applying([]), after: after)
        }.sorted { $0.file < $1.file }
        try AtomicFile.make(changes)
        return (changes, report)
    }
}
