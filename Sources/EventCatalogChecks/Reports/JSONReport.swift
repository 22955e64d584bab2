public import EventCatalog
public import EventSchema
public import EventStreams
import Foundation

extension CheckReport {
    /// The report as one JSON object, as `Examples/CI/check-report.schema.json` describes it.
    ///
    /// - Parameters:
    ///   - asOf: the date of the check.
    ///   - isStrict: whether warnings fail the check.
    /// - Returns: the object.
    public func json(asOf: UTCInstant, isStrict: Bool) -> JSONObject {
        [
            "version": 1, "as_of": .string(asOf.text), "failed": .bool(hasFailed(isStrict: isStrict)),
            "files": .number(fileCount), "errors": .number(count(.error)), "warnings": .number(count(.warning)),
            "notes": .number(count(.note)), "findings": .array(findings.map { .object($0.json) }),
            "waived": .array(waived.map { .object($0.json) }), "known": .array(known.map { .object($0.json) }),
        ]
    }
}

extension UTCInstant {
    /// The instant in whole seconds, as RFC 3339 spells it in UTC.
    var text: String { Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601) }
}

extension CatalogFinding {
    /// Rule, place and texts; `line` and `column` are absent where the finding is about the whole file.
    var json: JSONObject {
        var json: JSONObject = [
            "rule": .string(rule.id), "severity": .string(severity.rawValue), "file": .string(location.file),
        ]
        json["line"] = location.line.map { .number($0) }
        json["column"] = location.column.map { .number($0) }
        json["problem"] = .string(problem)
        json["reason"] = .string(rule.reason)
        json["remedy"] = .string(remedy)
        json["can_be_fixed"] = .bool(!edits.isEmpty)
        return json
    }
}

extension WaivedFinding {
    fileprivate var json: JSONObject {
        var json = finding.json
        var waiver: JSONObject = ["file": .string(location.file)]
        waiver["line"] = location.line.map { .number($0) }
        waiver["until"] = .string(until)
        waiver["reason"] = .string(reason)
        json["waiver"] = .object(waiver)
        return json
    }
}

extension Rule {
    /// The rule with its examples, for `rules --format json`.
    public var json: JSONObject {
        func files(_ example: RuleExample) -> JSONValue {
            .object(JSONObject(example.files.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        }
        return [
            "rule": .string(id), "severity": .string(severity.rawValue), "summary": .string(summary),
            "reason": .string(reason), "can_be_fixed": .bool(canBeFixed), "mistake": files(mistake),
            "corrected": files(corrected),
        ]
    }

    /// The same, with what a project says of the rule's severity as `project`.
    package func json(in project: Project) -> JSONObject {
        var json = json
        json["project"] = .array(settings(in: project).map { .object($0.json) })
        return json
    }
}
