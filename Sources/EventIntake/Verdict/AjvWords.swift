import EventSchema

/// The parameters and the words that ajv 6 has for a keyword.
enum AjvWords {
    typealias Detail = (params: JSONValue, message: String)

    /// What a keyword is about in the event.
    struct Subject {
        /// The name of a missing or an extra property.
        let name: String?
        /// The property whose presence asks for others.
        let property: String?
        /// The value that the keyword is held against.
        let value: JSONValue?
        /// The schema that has the keyword.
        let holder: JSONValue?
    }

    /// `nil` for keywords whose finding says it better.
    static func detail(_ keyword: String, _ operand: JSONValue?, _ subject: Subject) -> Detail? {
        guard let operand else { return nil }
        return ofNames(keyword, operand, subject) ?? ofItems(keyword, operand, subject) ?? ofValue(keyword, operand)
            ?? ofSize(keyword, operand) ?? ofLimit(keyword, operand)
    }

    private static func ofNames(_ keyword: String, _ operand: JSONValue, _ subject: Subject) -> Detail? {
        switch (keyword, subject.name) {
        case ("required", let name?):
            return (["missingProperty": .string(name)], "should have required property '\(name)'")
        case ("additionalProperties", let name?):
            return (["additionalProperty": .string(name)], "should NOT have additional properties")
        case ("dependencies", let name?):
            let names = (operand.array ?? []).compactMap(\.string)
            let list = names.joined(separator: ", ")
            let property = subject.property ?? ""
            let noun = names.count == 1 ? "property" : "properties"
            return (
                [
                    "property": .string(property), "missingProperty": .string(name),
                    "depsCount": .number(names.count), "deps": .string(list),
                ], "should have \(noun) \(list) when property \(property) is present"
            )
        default: return nil
        }
    }

    private static func ofItems(_ keyword: String, _ operand: JSONValue, _ subject: Subject) -> Detail? {
        switch keyword {
        case "additionalItems":
            let limit = JSONValue.number(subject.holder?["items"]?.array?.count ?? 0)
            return (["limit": limit], "should NOT have more than \(limit.jsonText) items")
        case "contains": return ([:], "should contain a valid item")
        case "uniqueItems":
            // ajv goes from the end to the beginning.
            let items = subject.value?.array ?? []
            guard let last = items.indices.last(where: { items[..<$0].contains(items[$0]) }),
                let first = items[..<last].lastIndex(of: items[last])
            else { return nil }
            return (
                ["i": .number(last), "j": .number(first)],
                "should NOT have duplicate items (items ## \(first) and \(last) are identical)"
            )
        default: return nil
        }
    }

    private static func ofValue(_ keyword: String, _ operand: JSONValue) -> Detail? {
        switch keyword {
        case "type":
            let names = operand.string ?? (operand.array ?? []).compactMap(\.string).joined(separator: ",")
            return (["type": .string(names)], "should be \(names)")
        case "enum": return (["allowedValues": operand], "should be equal to one of the allowed values")
        case "const": return (["allowedValue": operand], "should be equal to constant")
        case "pattern": return (["pattern": operand], "should match pattern \(operand.jsonText)")
        case "format": return (["format": operand], "should match format \(operand.jsonText)")
        case "multipleOf": return (["multipleOf": operand], "should be multiple of \(operand.jsonText)")
        case "oneOf": return ([:], "should match exactly one schema in oneOf")
        case "not": return ([:], "should NOT be valid")
        case "false schema": return ([:], "boolean schema is false")
        default: return nil
        }
    }

    private static func ofSize(_ keyword: String, _ limit: JSONValue) -> Detail? {
        let words: [String: String] = [
            "maxLength": "longer than % characters", "minLength": "shorter than % characters",
            "maxItems": "more than % items", "minItems": "fewer than % items",
            "maxProperties": "more than % properties", "minProperties": "fewer than % properties",
        ]
        guard let words = words[keyword] else { return nil }
        let verb = keyword.hasSuffix("Length") ? "be" : "have"
        let text = words.split(separator: "%").joined(separator: limit.jsonText)
        return (["limit": limit], "should NOT \(verb) \(text)")
    }

    private static func ofLimit(_ keyword: String, _ limit: JSONValue) -> Detail? {
        let comparisons = ["minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"]
        guard let comparison = comparisons[keyword] else { return nil }
        let isExclusive = keyword.hasPrefix("exclusive")
        return (
            ["comparison": .string(comparison), "limit": limit, "exclusive": .bool(isExclusive)],
            "should be \(comparison) \(limit.jsonText)"
        )
    }
}
