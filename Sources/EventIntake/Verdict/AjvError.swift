import EventSchema

/// A finding in the form of the existing intake's validator (ajv 6): the path into the event as JavaScript writes it.
struct AjvError: Sendable {
    private let finding: Finding

    init(_ finding: Finding) { self.finding = finding }

    var json: JSONValue {
        [
            "keyword": .string(keyword), "dataPath": .string(dataPath),
            "schemaPath": .string("#" + finding.keywordLocation),
            "params": [:], "message": .string(finding.message),
        ]
    }

    /// One line for a person.
    var text: String { "'\(dataPath)' \(finding.message)" }

    private var keyword: String { finding.keywordLocation.split(separator: "/").last.map(String.init) ?? "" }

    /// `/meta/ids/0` as `.meta.ids[0]`.
    private var dataPath: String {
        finding.instanceLocation.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
            let name = part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
            if name.allSatisfy(\.isNumber), !name.isEmpty { return "[\(name)]" }
            let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
            return isPlain && name.first?.isNumber == false ? ".\(name)" : "['\(name)']"
        }.joined()
    }
}
