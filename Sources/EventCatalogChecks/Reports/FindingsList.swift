import EventCatalog
package import EventSchema

extension CheckReport {
    /// The numbers of findings, and the findings with their edits and streams: the most serious first, then by place.
    ///
    /// - Parameters:
    ///   - maximum: the maximum number of findings in the list.
    ///   - folder: the folder of streams, whose findings have the name of their stream.
    /// - Returns: the object that `GET /findings` responds with, without its time.
    package func list(upTo maximum: Int, streams folder: String?) -> JSONObject {
        let sorted = Severity.allCases.reversed().flatMap { severity in findings.filter { $0.severity == severity } }
        return [
            "errors": .number(count(.error)), "warnings": .number(count(.warning)), "notes": .number(count(.note)),
            "files": .number(fileCount), "complete": .bool(sorted.count <= maximum),
            "findings": .array(
                sorted.prefix(maximum).map { finding in
                    var json = finding.json
                    if !finding.edits.isEmpty { json["edits"] = .array(finding.edits.map(\.json)) }
                    json["stream"] = finding.stream(in: folder).map(JSONValue.string)
                    return .object(json)
                }),
        ]
    }
}

extension CatalogFinding {
    /// The stream of the finding; `nil` where it is about no single one.
    fileprivate func stream(in folder: String?) -> String? {
        guard let folder, FolderPath.above(location.file) == folder,
            let name = location.file.split(separator: "/").last.map(String.init)
        else { return nil }
        return StreamFileContent.areDefaults(inFileNamed: name) ? nil : location.item.first
    }
}

extension TextEdit {
    fileprivate var json: JSONValue {
        [
            "line": .number(location.line ?? 0), "column": .number(location.column ?? 0), "text": .string(text),
            "replacement": .string(replacement),
        ]
    }
}
