public import EventCatalog
import EventStreams

/// A comment `# eventctl-allow RULE-ID until DATE: REASON` above an item of a YAML file.
struct Waiver: Sendable {
    /// The rule whose findings are waived.
    let rule: Rule
    /// The last day of the waiver as it was written, such as `2027-01-31`.
    let until: String
    /// The instant at which the waiver has ended.
    let end: UTCInstant
    /// Why the findings are waived.
    let reason: String
    /// Where the comment begins.
    private(set) var location: SourceLocation
    /// The lines of the item; `nil` when no item follows.
    let lines: ClosedRange<Int>?
    /// The lines of the outermost item that has the item in it, such as a stream; `nil` when no item follows.
    let entry: ClosedRange<Int>?
    /// Whether the item is the first of the file, so that findings about the whole file are covered too.
    let isAtTop: Bool

    /// The waiver with the path of a file in place of that of its copy.
    func moved(_ copies: [String: String]) -> Waiver {
        var waiver = self
        waiver.location = location.moved(copies)
        return waiver
    }

    /// Whether the waiver covers a finding in its file.
    func covers(_ finding: CatalogFinding) -> Bool {
        guard finding.rule == rule, let lines else { return false }
        return finding.location.line.map(lines.contains) ?? isAtTop
    }

    /// Whether the waiver has ended.
    func hasEnded(by instant: UTCInstant?) -> Bool { instant.map { $0 >= end } ?? false }
}

/// A finding that a waiver covers.
public struct WaivedFinding: Sendable, Hashable {
    /// The finding.
    public let finding: CatalogFinding
    /// Why it is waived, as the waiver says.
    public let reason: String
    /// The last day of the waiver, such as `2027-01-31`.
    public let until: String
    /// The location of the waiver.
    public let location: SourceLocation
}
