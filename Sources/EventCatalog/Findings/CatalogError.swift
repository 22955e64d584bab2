/// The error for a folder of schemas, streams or experiments with mistakes. It contains every mistake in the folder.
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The mistakes, those in the file of a project, then the others, ordered by file, line and column; at least one.
    public let findings: [CatalogFinding]

    package init(_ findings: [CatalogFinding]) { self.findings = findings.sorted { $0.precedes($1) } }

    package init(_ rule: Rule, _ location: SourceLocation, _ problem: String, remedy: String) {
        self.init([CatalogFinding(rule, location, problem, remedy: remedy)])
    }

    /// One line for each mistake.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}
