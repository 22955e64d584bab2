extension Schema {
    /// The output formats of the JSON Schema specification (draft 2019-09, section 10.4).
    public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
        /// The verdict alone.
        case flag
        /// The verdict and every broken keyword in a flat list.
        case basic
        /// The verdict and the broken keywords as a tree that follows the schema. A keyword that has a single failure
        /// below it is replaced by that failure.
        case detailed
    }

    /// The verdict on an instance in one of the specification's output formats.
    ///
    /// The units have `keywordLocation` and `instanceLocation` (JSON pointers), `absoluteKeywordLocation` where the
    /// schema has a URI, and `error` or `errors`. No value of the instance is in them. Annotations are not collected.
    public func output(_ format: OutputFormat, for instance: JSONValue) -> JSONValue {
        guard format != .flag else { return ["valid": .bool(isValid(instance))] }
        let failures = evaluation(of: JSON(instance)).failures
        guard !failures.isEmpty else { return ["valid": true] }
        switch format {
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
    /// The locations, as both formats have them.
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
