public import EventCatalog
package import EventSchema

extension Rule {
    /// Whether `--fix` corrects the rule's example, or would with the edits that its findings have.
    public var canBeFixed: Bool { Self.fixable.contains(self) }

    /// The rules of which a finding may have edits.
    static let fixable: Set<Rule> = [
        ambiguousText, ineffectiveKeyword, invalidSampling, malformedWaiver, olderAttributeName, olderSamplingName,
        schemaEnforcedNumericBounds, settingType, unknownFormat, unknownKeyword, unknownSchemaTitle,
    ]

    /// The table of all rules in Markdown, as the documentation has it.
    package static var table: String {
        let rows = all.map { rule in
            let fixed = rule.canBeFixed ? "yes" : ""
            return "| `\(rule.id)` | \(rule.severity.rawValue) | \(rule.summary) | \(fixed) |"
        }
        return (["| rule | severity | finds | `--fix` |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n")
    }

    /// The list of all rules, one to a line, with what a project says of their severity.
    package static func listing(_ project: Project) -> [StyledLine] {
        let widest = all.map(\.id.count).max() ?? 0
        return all.flatMap { rule in
            let id = rule.id.padded(to: widest)
            let severity = rule.severity.rawValue.padded(to: "warning".count)
            let fixed = rule.canBeFixed ? " (--fix)" : ""
            let line = StyledLine(
                (id, .name), ("  ", .plain), (severity, .severity(rule.severity)), ("  \(rule.summary)", .plain),
                (fixed, .faint))
            return [line] + rule.settings(in: project).map { $0.line(indent: widest + 2) }
        }
    }

    /// What a project says of the rule's severity, in the order of its file: of two that are about one finding, the
    /// last counts.
    package func settings(in project: Project) -> [ProjectSeverity] { project.severities.filter { $0.rule == id } }

    /// The rule with its reason, its example, and what a project says of its severity.
    package func explanation(_ project: Project) -> [StyledLine] {
        var lines = [
            StyledLine((id, .name), (": ", .plain), (severity.rawValue, .severity(severity))), StyledLine(summary),
            StyledLine(("why: ", .faint), (reason, .plain)),
        ]
        lines += settings(in: project).map { $0.line(indent: 0) }
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

extension ProjectSeverity {
    /// Severity, files, reason and location.
    fileprivate func line(indent: Int) -> StyledLine {
        StyledLine(
            (String(repeating: " ", count: indent), .plain), (word, severity.map(StyledLine.Style.severity) ?? .faint),
            (" in \(path ?? "every file"): \(reason.shown)", .plain), (" (\(location))", .faint))
    }

    /// The same as members of an object.
    package var json: JSONObject {
        [
            "severity": .string(word), "path": path.map(JSONValue.string) ?? .null, "reason": .string(reason),
            "location": .string("\(location)"),
        ]
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
