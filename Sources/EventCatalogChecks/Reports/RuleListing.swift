public import EventCatalog
import EventSchema

extension Rule {
    /// Whether `--fix` corrects the rule's example, or would with the edits that its findings have.
    public var canBeFixed: Bool { Self.fixable.contains(id) }

    /// The rules of which a finding may have edits.
    static let fixable: Set<String> = [
        "ambiguous-text", "ineffective-keyword", "invalid-sampling", "malformed-waiver", "older-attribute-name",
        "older-sampling-name", "schema-enforced-numeric-bounds", "setting-type", "unknown-format", "unknown-keyword",
        "unknown-schema-title",
    ]

    /// The table of all rules in Markdown, as the documentation has it.
    package static var table: String {
        let rows = all.map { rule in
            let fixed = rule.canBeFixed ? "yes" : ""
            return "| `\(rule.id)` | \(rule.severity.rawValue) | \(rule.summary) | \(fixed) |"
        }
        return (["| rule | severity | finds | `--fix` |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n")
    }

    /// The list of all rules, one to a line.
    package static var listing: [StyledLine] {
        let widest = all.map(\.id.count).max() ?? 0
        return all.map { rule in
            let id = rule.id.padded(to: widest)
            let severity = rule.severity.rawValue.padded(to: "warning".count)
            let fixed = rule.canBeFixed ? " (--fix)" : ""
            return StyledLine(
                (id, .name), ("  ", .plain), (severity, .severity(rule.severity)), ("  \(rule.summary)", .plain),
                (fixed, .faint))
        }
    }

    /// The rule with its reason and its example.
    package var explanation: [StyledLine] {
        var lines = [
            StyledLine((id, .name), (": ", .plain), (severity.rawValue, .severity(severity))), StyledLine(summary),
            StyledLine(("why: ", .faint), (reason, .plain)),
        ]
        if canBeFixed { lines.append(StyledLine("eventctl check --fix corrects what has one remedy.")) }
        for (title, example) in [("mistake", mistake), ("corrected", corrected)] {
            for (file, text) in example.files.sorted(by: { $0.key < $1.key }) {
                lines += [StyledLine(""), StyledLine(("\(title): ", .faint), (file, .name))]
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { StyledLine("  \($0)") }
                if lines.last?.plain == "  " { lines.removeLast() }
            }
        }
        return lines
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
