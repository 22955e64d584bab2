/// A mistake in a file of schemas, streams or experiments: what is wrong, where, and how to correct it.
public struct CatalogFinding: Sendable, Hashable, CustomStringConvertible {
    /// The rule that the file breaks.
    public let rule: Rule
    /// How serious the finding is: as its rule says, unless the project says otherwise.
    public private(set) var severity: Severity
    /// The location of the mistake.
    public let location: SourceLocation
    /// What is wrong, as a sentence.
    public let problem: String
    /// What to do about it, as a sentence.
    public let remedy: String
    /// The edits of `eventctl check --fix`; empty when a person has to decide.
    public let edits: [TextEdit]
    /// The folder that the finding is about, where it is about no single file: then the location is an example.
    package private(set) var folder: String?

    /// Creates a finding.
    public init(
        _ rule: Rule, _ location: SourceLocation, _ problem: String, remedy: String, edits: [TextEdit] = []
    ) {
        (self.rule, self.location, self.problem, self.remedy, self.edits) = (rule, location, problem, remedy, edits)
        severity = rule.severity
    }

    /// Creates a finding about a folder, with the location of an example.
    package init(
        _ rule: Rule, _ location: SourceLocation, _ problem: String, remedy: String, about folder: String?
    ) {
        self.init(rule, location, problem, remedy: remedy)
        self.folder = folder
    }

    /// The finding with another severity.
    package func with(_ severity: Severity) -> CatalogFinding {
        var finding = self
        finding.severity = severity
        return finding
    }

    /// `file:line:column: problem remedy`, in one line: control characters and invisible ones are escaped.
    public var description: String { "\(location): \(problem) \(remedy)".replacing("\t", with: "\\u{9}").shown }
}
