/// A mistake in a file of schemas, streams or experiments: what is wrong, where, and how to correct it.
public struct CatalogFinding: Sendable, Hashable, CustomStringConvertible {
    /// The rule that the file breaks.
    public let rule: Rule
    /// The location of the mistake.
    public let location: SourceLocation
    /// What is wrong, as a sentence.
    public let problem: String
    /// What to do about it, as a sentence.
    public let remedy: String
    /// The edits of `eventctl check --fix`; empty when a person has to decide.
    public let edits: [TextEdit]

    /// Creates a finding.
    public init(
        _ rule: Rule, _ location: SourceLocation, _ problem: String, remedy: String, edits: [TextEdit] = []
    ) {
        self.rule = rule
        self.location = location
        self.problem = problem
        self.remedy = remedy
        self.edits = edits
    }

    /// `file:line:column: problem remedy`, in one line: control characters of names are escaped.
    public var description: String { "\(location): \(problem) \(remedy)".escapingLineEnds }
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
