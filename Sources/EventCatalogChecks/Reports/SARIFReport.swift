import EventCatalog
public import EventSchema
import EventSupport
import Foundation

extension CheckReport {
    /// The report as a log of SARIF 2.1.0, which code hosts show beside the lines of a change.
    ///
    /// Waived findings are suppressed results; findings of a baseline are results with the state `unchanged`.
    public var sarif: JSONObject {
        let rules = Rule.all
        let indices = Dictionary(rules.enumerated().map { ($1, $0) }) { first, _ in first }
        func results(_ findings: [CatalogFinding], _ state: String, waiver: WaivedFinding? = nil) -> [JSONValue] {
            findings.map { finding in
                var result = finding.sarif(rule: indices[finding.rule], waiver: waiver)
                if isCompared { result["baselineState"] = .string(state) }
                return .object(result)
            }
        }
        let all =
            results(findings, "new") + waived.flatMap { results([$0.finding], "unchanged", waiver: $0) }
            + results(known, "unchanged")
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": [
                        "driver": [
                            "name": "eventctl check", "version": .string(PackageVersion.current),
                            "semanticVersion": .string(PackageVersion.current),
                            "rules": .array(rules.map { .object($0.sarif) }),
                        ]
                    ],
                    "columnKind": "unicodeCodePoints", "results": .array(all),
                ]
            ],
        ]
    }
}

extension Rule {
    /// A `reportingDescriptor`.
    fileprivate var sarif: JSONObject {
        let examples = zip(["Mistake", "Corrected"], [mistake, corrected]).map { title, example in
            let files = example.files.sorted { $0.key < $1.key }.map { "`\($0.key)`:\n\n```yaml\n\($0.value)\n```" }
            return "\(title):\n\n\(files.joined(separator: "\n\n"))"
        }
        return [
            "id": .string(id), "shortDescription": ["text": .string(summary)],
            "fullDescription": ["text": .string(reason)],
            "defaultConfiguration": ["level": .string(severity.rawValue)],
            "help": [
                "text": .string("\(summary) \(reason)"),
                "markdown": .string(([reason] + examples).joined(separator: "\n\n")),
            ],
        ]
    }
}

extension CatalogFinding {
    /// A `result`.
    fileprivate func sarif(rule index: Int?, waiver: WaivedFinding?) -> JSONObject {
        var result: JSONObject = ["ruleId": .string(rule.id)]
        result["ruleIndex"] = index.map { .number($0) }
        result["level"] = .string(severity.rawValue)
        result["message"] = ["text": .string("\(problem) \(remedy)")]
        result["locations"] = [["physicalLocation": .object(location.sarif)]]
        // Where one result has suppressions, all have a list (SARIF 2.1.0, 3.27.23).
        result["suppressions"] = .array(
            waiver.map {
                [["kind": "inSource", "justification": .string("\($0.reason) (until \($0.until))")]]
            } ?? [])
        if !edits.isEmpty {
            result["fixes"] = [["description": ["text": .string(remedy)], "artifactChanges": changes]]
        }
        return result
    }

    /// The edits as `artifactChange` objects, one for each file.
    private var changes: JSONValue {
        let files = Dictionary(grouping: edits, by: \.location.file).sorted { $0.key < $1.key }
        return .array(
            files.map { file, edits in
                [
                    "artifactLocation": ["uri": .string(SourceLocation.uri(of: file))],
                    "replacements": .array(edits.map(\.sarif)),
                ]
            })
    }
}

extension TextEdit {
    fileprivate var sarif: JSONValue {
        let (line, column) = (location.line ?? 1, location.column ?? 1)
        let endsLine = text.last?.isNewline ?? false
        let region: JSONValue = [
            "startLine": .number(line), "startColumn": .number(column), "endLine": .number(endsLine ? line + 1 : line),
            "endColumn": .number(endsLine ? 1 : column + text.unicodeScalars.count),
        ]
        return ["deletedRegion": region, "insertedContent": ["text": .string(replacement)]]
    }
}

extension SourceLocation {
    /// A `physicalLocation`; without a region for the whole file.
    fileprivate var sarif: JSONObject {
        var place: JSONObject = ["artifactLocation": ["uri": .string(Self.uri(of: file))]]
        if let line, let column { place["region"] = ["startLine": .number(line), "startColumn": .number(column)] }
        return place
    }

    /// The path as a URI reference (RFC 3986): an absolute path as a `file` URI, characters beyond the unreserved ones
    /// percent-encoded.
    static func uri(of path: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
        let encoded = path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
        return path.hasPrefix("/") ? "file://\(encoded)" : encoded
    }
}
