/// One mistake in a schema or stream file: where, what, and how to mend it.
public struct CatalogFinding: Sendable, Hashable, CustomStringConvertible {
    /// Where the mistake is.
    public let place: SourcePlace
    /// What is wrong, as a sentence.
    public let problem: String
    /// What to do about it, as a sentence.
    public let remedy: String

    /// Creates a finding.
    public init(_ place: SourcePlace, _ problem: String, remedy: String) {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    /// `file:line:column: problem remedy`, in one line.
    public var description: String { "\(place): \(problem) \(remedy)" }
}

/// Why a folder of schemas or streams was refused: every mistake in it, never only the first.
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The mistakes, ordered by place; at least one.
    public let findings: [CatalogFinding]

    init(_ findings: [CatalogFinding]) { self.findings = findings.sorted { $0.place < $1.place } }

    init(_ place: SourcePlace, _ problem: String, remedy: String) {
        self.init([CatalogFinding(place, problem, remedy: remedy)])
    }

    /// One line for each mistake.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}
