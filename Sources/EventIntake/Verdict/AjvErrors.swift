import EventSchema

/// Findings in the form that the existing intake's validator (ajv 6) gives them, which clients may take apart.
struct AjvErrors {
    private var errors: [JSONValue] = []
    private var texts: [String] = []

    init(_ findings: [Finding], in event: JSONValue, schema: JSONValue) {
        // Several findings of one `required` are about the missing names in the order of the schema.
        var seen: [Finding.Place: Int] = [:]
        for finding in findings {
            let place = Finding.Place(instance: finding.instanceLocation, keyword: finding.keywordLocation)
            let error = AjvError(finding, occurrence: seen[place, default: 0], event: event, schema: schema)
            seen[place, default: 0] += 1
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

    init(_ finding: Finding, occurrence: Int, event: JSONValue, schema: JSONValue) {
        var path = Self.names(of: finding.instanceLocation)
        let keywordPath = Self.names(of: finding.keywordLocation)
        keyword = keywordPath.last ?? "false schema"
        schemaPath = "#\(finding.keywordLocation)"
        // ajv tells of an extra property at the object that holds it.
        let extra = keyword == "additionalProperties" ? path.popLast() : nil
        dataPath = Self.dataPath(path, in: event)
        let operand = Self.value(at: keywordPath, in: schema)
        let missing = (operand?.array ?? []).compactMap(\.string).filter { name in
            Self.value(at: path + [name], in: event) == nil
        }
        let name = extra ?? (missing.indices.contains(occurrence) ? missing[occurrence] : nil)
        (params, message) = Self.detail(keyword, operand, name) ?? ([:], finding.message)
    }

    var value: JSONValue {
        [
            "keyword": .string(keyword), "dataPath": .string(dataPath), "schemaPath": .string(schemaPath),
            "params": params, "message": .string(message),
        ]
    }

    /// The parameters and the words of a keyword, or `nil` for keywords whose finding says it better.
    private static func detail(
        _ keyword: String, _ operand: JSONValue?, _ name: String?
    ) -> (params: JSONValue, message: String)? {
        switch (keyword, operand, name) {
        case ("required", _, let name?): (["missingProperty": .string(name)], "should have required property '\(name)'")
        case ("additionalProperties", _, let name?):
            (["additionalProperty": .string(name)], "should NOT have additional properties")
        case ("type", let type?, _):
            (
                ["type": type],
                "should be \(type.string ?? (type.array ?? []).compactMap(\.string).joined(separator: ","))"
            )
        case ("enum", let allowed?, _): (["allowedValues": allowed], "should be equal to one of the allowed values")
        case ("const", let allowed?, _): (["allowedValue": allowed], "should be equal to constant")
        case ("pattern", let pattern?, _): (["pattern": pattern], "should match pattern \(pattern.jsonText)")
        case ("format", let format?, _): (["format": format], "should match format \(format.jsonText)")
        case (_, let limit?, _): limited(keyword, limit)
        default: nil
        }
    }

    private static func limited(_ keyword: String, _ limit: JSONValue) -> (params: JSONValue, message: String)? {
        let words: [String: String] = [
            "maxLength": "longer than % characters", "minLength": "shorter than % characters",
            "maxItems": "more than % items", "minItems": "fewer than % items",
            "maxProperties": "more than % properties", "minProperties": "fewer than % properties",
        ]
        if let words = words[keyword] {
            let verb = keyword.hasSuffix("Length") ? "be" : "have"
            let text = words.split(separator: "%").joined(separator: limit.jsonText)
            return (["limit": limit], "should NOT \(verb) \(text)")
        }
        let comparisons = ["minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"]
        guard let comparison = comparisons[keyword] else { return nil }
        let isExclusive = keyword.hasPrefix("exclusive")
        return (
            ["comparison": .string(comparison), "limit": limit, "exclusive": .bool(isExclusive)],
            "should be \(comparison) \(limit.jsonText)"
        )
    }

    // MARK: - Paths

    /// The names of a JSON pointer (RFC 6901).
    private static func names(of pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            $0.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }
    }

    private static func value(at path: [String], in root: JSONValue) -> JSONValue? {
        path.reduce(Optional(root)) { value, name in
            guard let array = value?.array else { return value?[name] }
            return Int(name).flatMap { array.indices.contains($0) ? array[$0] : nil }
        }
    }

    /// A path as JavaScript would write it: `.meta.dt`, `['user-agent']`, `[0]`.
    private static func dataPath(_ path: [String], in event: JSONValue) -> String {
        var text = ""
        var value = Optional(event)
        for name in path {
            if value?.array != nil {
                text += "[\(name)]"
            } else if name.isJavaScriptName {
                text += ".\(name)"
            } else {
                text += "['\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'"))']"
            }
            value = value.flatMap { Self.value(at: [name], in: $0) }
        }
        return text
    }
}

extension String {
    /// Whether ajv writes the name behind a dot.
    fileprivate var isJavaScriptName: Bool {
        guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "$"
        }
    }
}
