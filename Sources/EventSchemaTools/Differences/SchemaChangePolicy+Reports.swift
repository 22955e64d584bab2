package import EventSchema
import EventSupport

extension SchemaChangePolicy {
    /// What applies to the whole table.
    package static let remark =
        "An event is taken to have only properties that the schema of its time names, or describes as the entries of "
        + "a map: programs that send events own the names. So a new optional property is compatible, although an open "
        + "object might have had one of that name with another value. Where a schema has no bound, an event is taken "
        + "to have only numbers that all readers of JSON keep exact."

    /// The table of policies in Markdown.
    package static var markdown: String {
        let rows = table.map { row in
            "| \(row.change) | `\(row.kind.rawValue)` | \(row.verdict.words) | \(row.level.rawValue) | \(row.reason) |"
        }
        let head = ["| change | kind | verdict | raises | because |", "| --- | --- | --- | --- | --- |"]
        return (head + rows).joined(separator: "\n")
    }

    /// The table of policies as text, a line for each kind.
    package static var lines: [String] {
        let rows = table.map { [$0.kind.rawValue, $0.verdict.words, $0.level.rawValue, "\($0.change): \($0.reason)"] }
        return TextTable(rows).lines
    }

    /// The table of policies as an object: `{"rules": [{"kind", "change", "verdict", "level", "reason"}]}`.
    package static var json: JSONObject {
        let rows = table.map { row -> JSONValue in
            [
                "kind": .string(row.kind.rawValue), "change": .string(row.change),
                "verdict": .string(row.verdict.rawValue), "level": .string(row.level.rawValue),
                "reason": .string(row.reason),
            ]
        }
        return ["rules": .array(rows), "remark": .string(remark)]
    }
}
