import EventCatalog

/// The report for people: each finding with its line, why it matters and how to correct it.
package struct TextReport {
    private let report: CheckReport
    private var explained: Set<Rule> = []

    package init(_ report: CheckReport) { self.report = report }

    /// Calls `body` with each line.
    package mutating func forEachLine(_ body: (StyledLine) throws -> Void) rethrows {
        for finding in report.findings {
            for line in lines(of: finding) { try body(line) }
        }
        try body(StyledLine(report.summary))
    }

    /// The lines of a finding and an empty line. A rule's reason is given with its first finding.
    private mutating func lines(of finding: CatalogFinding) -> [StyledLine] {
        let rule = finding.rule
        var lines = [
            StyledLine(
                ("\(finding.location)".shown, .name), (": ", .plain),
                (finding.severity.rawValue, .severity(finding.severity)),
                (": \(finding.problem.shown) ", .plain), ("[\(rule.id)]", .faint))
        ]
        lines += excerpt(of: finding)
        if explained.insert(rule).inserted { lines.append(StyledLine(("  why:  ", .faint), (rule.reason, .plain))) }
        let fixed = finding.edits.isEmpty ? "" : " (--fix does this)"
        lines.append(StyledLine(("  fix:  ", .faint), (finding.remedy.shown + fixed, .plain)))
        return lines + [StyledLine("")]
    }

    private func excerpt(of finding: CatalogFinding) -> [StyledLine] {
        guard let number = finding.location.line, let column = finding.location.column,
            let line = report.sources.line(at: finding.location)
        else { return [] }
        let excerpt = SourceExcerpt(line, column: column)
        let margin = String(repeating: " ", count: "\(number)".count)
        return [
            StyledLine(("  \(number) | ", .faint), (excerpt.text, .plain)),
            StyledLine(("  \(margin) | ", .faint), (excerpt.indent, .plain), ("^", .severity(finding.severity))),
        ]
    }
}
