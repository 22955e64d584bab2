import EventSchema

/// Findings in the form that the existing intake's validator (ajv 6) gives them, which clients may take apart.
struct AjvErrors {
    private var errors: [JSONValue] = []
    private var texts: [String] = []

    /// - Parameters:
    ///   - findings: what is wrong with the event.
    ///   - event: the event as it was judged.
    ///   - schema: the document of the event's schema.
    ///   - documents: the other documents that its references may lead to, by URI.
    init(
        _ findings: [Finding], in event: JSONValue, schema: JSONValue,
        documents: (String) -> JSONValue? = { _ in nil }
    ) {
        // Several findings of one `required` are about the missing names in the order of the schema.
        var seen: [Finding.Place: Int] = [:]
        for finding in findings {
            let place = Finding.Place(instance: finding.instanceLocation, keyword: finding.keywordLocation)
            let location = AjvLocation(finding, schema: schema, documents: documents)
            let error = AjvError(finding, at: location, occurrence: seen[place, default: 0], event: event)
            seen[place, default: 0] += 1
            // However many elements are too many, ajv tells of them once.
            guard !error.isAboutExtraElements || errors.last != error.value else { continue }
            errors.append(error.value)
            texts.append("'\(error.dataPath)' \(error.message)")
        }
    }

    /// `{"errors": […], "errorsText": "…"}`
    var context: JSONValue {
        ["errors": .array(errors), "errorsText": .string(texts.joined(separator: ", "))]
    }
}

extension Finding {
    fileprivate struct Place: Hashable {
        let instance: String
        let keyword: String
    }
}

/// One ajv 6 error: `{keyword, dataPath, schemaPath, params, message}`.
private struct AjvError {
    let dataPath: String
    let message: String
    private let keyword: String
    private let schemaPath: String
    private let params: JSONValue

    init(_ finding: Finding, at location: AjvLocation, occurrence: Int, event: JSONValue) {
        var path = JSONPath.names(of: finding.instanceLocation)
        keyword = location.keyword
        schemaPath = location.schemaPath
        // ajv tells of an extra property, or an extra element, at what holds it.
        let isExtra = ["additionalProperties", "additionalItems"].contains(keyword)
        let extra = isExtra ? path.popLast() : nil
        dataPath = JSONPath.script(of: path, in: event)
        let value = JSONPath.value(at: path, in: event)
        let required = (location.operand?.array ?? []).compactMap(\.string)
        let missing = required.filter { value?[$0] == nil }
        let name = extra ?? (missing.indices.contains(occurrence) ? missing[occurrence] : nil)
        let subject = AjvWords.Subject(name: name, property: location.property, value: value, holder: location.holder)
        (params, message) = AjvWords.detail(keyword, location.operand, subject) ?? ([:], finding.message)
    }

    var isAboutExtraElements: Bool { keyword == "additionalItems" }

    var value: JSONValue {
        [
            "keyword": .string(keyword), "dataPath": .string(dataPath), "schemaPath": .string(schemaPath),
            "params": params, "message": .string(message),
        ]
    }
}
