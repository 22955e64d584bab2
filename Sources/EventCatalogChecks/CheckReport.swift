public import EventCatalog
import EventSupport

/// The result of a check: what counts, and what is left out and why.
public struct CheckReport: Sendable {
    /// The findings that count: first those in the file of a project, then the others, ordered by file, line and
    /// column.
    public private(set) var findings: [CatalogFinding]
    /// The findings that waivers cover.
    public let waived: [WaivedFinding]
    /// The findings that a baseline or an earlier commit has too.
    public private(set) var known: [CatalogFinding] = []
    /// Whether the findings were compared with a baseline or an earlier commit.
    public private(set) var isCompared = false
    /// The number of files that were read.
    public let fileCount: Int
    /// The files that were read, except code.
    let files: [String]
    /// The folders that were checked.
    let folders: [String]
    /// The files that were checked, for the lines with findings.
    let sources: SourceFiles

    /// Creates the report on a check.
    public init(_ check: CatalogCheck) {
        (findings, waived, fileCount) = (check.findings, check.waived, check.fileCount)
        (files, folders, sources) = (check.files, check.folders, check.sources)
    }

    /// Creates the report on findings of another check, in which nothing is waived.
    package init(_ findings: [CatalogFinding], fileCount: Int, sources: SourceFiles) {
        (self.findings, waived, self.fileCount) = (findings.sortedWithoutDuplicates(), [], fileCount)
        (files, folders, self.sources) = ([], [], sources)
    }

    /// Creates the report on a check of the versions of schemas.
    package init(_ check: CompatibilityCheck) {
        (findings, waived, fileCount) = (check.findings, check.waived, check.fileCount)
        (files, folders, sources) = (check.files, check.folders, check.sources)
    }

    /// Leaves out the findings of a baseline, and adds a note for each entry of its file that no longer occurs.
    public mutating func exclude(_ baseline: Baseline) {
        let (known, new, stale) = baseline.divide(self)
        self.known = (self.known + known).sortedWithoutDuplicates()
        findings = (new + stale).sortedWithoutDuplicates()
        isCompared = true
    }

    /// The number of findings of a severity.
    public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

    /// Whether the check has failed: there is an error, or, if strict, a warning.
    public func hasFailed(isStrict: Bool) -> Bool { findings.contains { $0.fails(isStrict: isStrict) } }

    /// The numbers as a line, such as `2 errors, 1 warning in 3 files; 20 files read; 1 waived; 4 known before`.
    public var summary: String {
        let counts = [Severity.error, .warning, .note].map { (count($0), $0.rawValue) }.filter { $0.0 > 0 }
        let list = counts.map { $0.0.counted($0.1) }.joined(separator: ", ")
        let places = Set(findings.map(\.location.file)).count.counted("file")
        let left = [(waived.count, "waived"), (known.count, "known before")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)" }
        let head = findings.isEmpty ? "no findings" : "\(list) in \(places)"
        return ([head, "\(fileCount.counted("file")) read"] + left).joined(separator: "; ")
    }
}

extension CatalogFinding {
    /// Whether the finding fails a check.
    func fails(isStrict: Bool) -> Bool { severity == .error || (isStrict && severity == .warning) }
}
