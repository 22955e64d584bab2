extension Schema {
    /// The forms in which the JSON Schema specification has a verdict written (draft 2019-09, section 10.4).
    public enum OutputForm: String, Sendable, Hashable, CaseIterable {
        /// The verdict alone.
        case flag
        /// The verdict and every broken keyword in a flat list.
        case basic
        /// The verdict and the broken keywords as a tree that follows the schema. Where only one thing broke below a
        /// keyword, that stands in the keyword's place.
        case detailed
    }

    /// The verdict on an instance in one of the specification's forms.
    ///
    /// The units have `keywordLocation` and `instanceLocation` (JSON pointers), `absoluteKeywordLocation` where the
    /// schema has a URI, and `error` or `errors`. No value of the instance is in them. Annotations are not collected.
    public func output(_ form: OutputForm, for instance: JSONValue) -> JSONValue {
        guard form != .flag else { return ["valid": .bool(isValid(instance))] }
        let failures = evaluation(of: instance).failures
        guard !failures.isEmpty else { return ["valid": true] }
        switch form {
        case .flag: return ["valid": false]
        case .basic: return ["valid": false, "errors": .array(failures.flatMap(\.all).map(\.basicUnit))]
        case .detailed:
            return [
                "valid": false, "keywordLocation": "", "instanceLocation": "",
                "errors": .array(failures.map(\.detailedUnit)),
            ]
        }
    }
}

extension Finding {
    /// The locations, as both forms have them.
    fileprivate var locations: JSONObject {
        var unit: JSONObject = ["keywordLocation": .string(keywordLocation)]
        if let absoluteKeywordLocation { unit["absoluteKeywordLocation"] = .string(absoluteKeywordLocation) }
        unit["instanceLocation"] = .string(instanceLocation)
        return unit
    }

    fileprivate var basicUnit: JSONValue {
        var unit = locations
        unit["error"] = .string(message)
        return .object(unit)
    }
}

extension Failure {
    fileprivate var detailedUnit: JSONValue {
        if causes.count == 1 { return causes[0].detailedUnit }
        var unit: JSONObject = ["valid": false]
        for (name, value) in finding.locations { unit[name] = value }
        if causes.isEmpty {
            unit["error"] = .string(finding.message)
        } else {
            unit["errors"] = .array(causes.map(\.detailedUnit))
        }
        return .object(unit)
    }
}
