/// One mistake in a file of schemas, streams or experiments, with its location and a remedy.
public struct CatalogFinding: Sendable, Hashable, CustomStringConvertible {
    /// The location of the mistake.
    public let location: SourceLocation
    /// What is wrong, as a sentence.
    public let problem: String
    /// What to do about it, as a sentence.
    public let remedy: String

    /// Creates a finding.
    public init(_ location: SourceLocation, _ problem: String, remedy: String) {
        self.location = location
        self.problem = problem
        self.remedy = remedy
    }

    /// `file:line:column: problem remedy`, in one line: control characters of names are escaped.
    public var description: String { "\(location): \(problem) \(remedy)".escapingLineEnds }
}

/// The error for a folder of schemas, streams or experiments with mistakes. It contains every mistake in the folder.
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The mistakes, ordered by file, line and column; at least one.
    public let findings: [CatalogFinding]

    package init(_ findings: [CatalogFinding]) { self.findings = findings.sorted { $0.location < $1.location } }

    init(_ location: SourceLocation, _ problem: String, remedy: String) {
        self.init([CatalogFinding(location, problem, remedy: remedy)])
    }

    /// One line for each mistake.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}

extension String {
    /// The text with control characters and line ends as `\u{…}`.
    fileprivate var escapingLineEnds: String {
        let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain { return self }
        return unicodeScalars.map { scalar in
            let isLineEnd = scalar.properties.generalCategory == .control || ["\u{2028}", "\u{2029}"].contains(scalar)
            return isLineEnd ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }
}
