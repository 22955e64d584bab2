import EventSchema

/// The name, parameters and message of ajv 6 for a failed keyword.
struct AjvMessage {
    let keyword: String
    let params: JSONObject
    let message: String

    private init(_ keyword: String, params: JSONObject = [:], message: String) {
        self.keyword = keyword
        self.params = params
        self.message = message
    }

    /// The error of a keyword; `nil` for keywords that only report the errors of their subschemas.
    init?(_ broken: FailedKeyword, _ schema: JSONValue, in event: JSONValue) {
        let keyword = broken.keyword
        let operand = schema[keyword] ?? .null
        let words =
            Self.limit(keyword, schema) ?? Self.count(keyword, operand) ?? Self.value(keyword, operand)
            ?? Self.property(broken, operand) ?? Self.element(broken, schema, in: event)
            ?? Self.schema(broken, schema)
        guard let words else { return nil }
        self = words
    }

    // MARK: - Properties

    private static func property(_ broken: FailedKeyword, _ operand: JSONValue) -> AjvMessage? {
        switch (broken.keyword, broken.failure.detail) {
        case ("required", .missing(let name)):
            AjvMessage(
                "required", params: ["missingProperty": .string(name)],
                message: "should have required property '\(name)'")
        case ("dependencies", .missing(let name)):
            dependency(of: broken.failure.branchName, operand, missing: name)
        case ("additionalProperties", _) where operand == false:
            AjvMessage(
                "additionalProperties", params: ["additionalProperty": .string(broken.failure.propertyName)],
                message: "should NOT have additional properties")
        case ("propertyNames", _):
            AjvMessage(
                "propertyNames", params: ["propertyName": .string(broken.failure.propertyName)],
                message: "property name '\(broken.failure.propertyName)' is invalid")
        default: nil
        }
    }

    private static func dependency(of property: String, _ operand: JSONValue, missing name: String) -> AjvMessage {
        let names = (operand[property]?.array ?? []).compactMap(\.string)
        let list = names.joined(separator: ", ")
        let noun = names.count == 1 ? "property" : "properties"
        return AjvMessage(
            "dependencies",
            params: [
                "property": .string(property), "missingProperty": .string(name),
                "depsCount": .number(JSONNumber(names.count)), "deps": .string(list),
            ], message: "should have \(noun) \(list) when property \(property) is present")
    }

    // MARK: - Numbers

    private static func limit(_ keyword: String, _ schema: JSONValue) -> AjvMessage? {
        let comparisons = ["minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"]
        guard let comparison = comparisons[keyword] else { return nil }
        // Draft 4 makes the limit beside it exclusive.
        let inclusive = keyword == "exclusiveMinimum" ? "minimum" : "maximum"
        let operand = schema[keyword] == true ? schema[inclusive] : schema[keyword]
        let limit = operand?.number?.javaScriptText ?? ""
        return AjvMessage(
            keyword,
            params: [
                "comparison": .string(comparison), "limit": number(limit),
                "exclusive": .bool(keyword.hasPrefix("exclusive")),
            ], message: "should be \(comparison) \(limit)")
    }

    private static func count(_ keyword: String, _ operand: JSONValue) -> AjvMessage? {
        let words: [String: (before: String, after: String)] = [
            "maxLength": ("be longer than", "characters"), "minLength": ("be shorter than", "characters"),
            "maxItems": ("have more than", "items"), "minItems": ("have fewer than", "items"),
            "maxProperties": ("have more than", "properties"), "minProperties": ("have fewer than", "properties"),
        ]
        guard let words = words[keyword] else { return nil }
        let limit = operand.number?.javaScriptText ?? ""
        return AjvMessage(
            keyword, params: ["limit": number(limit)], message: "should NOT \(words.before) \(limit) \(words.after)")
    }

    private static func number(_ text: String) -> JSONValue { JSONNumber(literal: text).map(JSONValue.number) ?? .null }

    // MARK: - Values

    private static func value(_ keyword: String, _ operand: JSONValue) -> AjvMessage? {
        switch keyword {
        case "type":
            let types = (operand.array ?? [operand]).compactMap(\.string).joined(separator: ",")
            return AjvMessage(keyword, params: ["type": .string(types)], message: "should be \(types)")
        case "multipleOf":
            let divisor = operand.number?.javaScriptText ?? ""
            return AjvMessage(
                keyword, params: ["multipleOf": number(divisor)], message: "should be multiple of \(divisor)")
        case "pattern", "format":
            return AjvMessage(
                keyword, params: [keyword: operand], message: "should match \(keyword) \"\(operand.string ?? "")\"")
        case "const":
            return AjvMessage(keyword, params: ["allowedValue": operand], message: "should be equal to constant")
        case "enum":
            return AjvMessage(
                keyword, params: ["allowedValues": operand], message: "should be equal to one of the allowed values")
        default: return nil
        }
    }

    // MARK: - Elements

    private static func element(_ broken: FailedKeyword, _ schema: JSONValue, in event: JSONValue) -> AjvMessage? {
        switch broken.keyword {
        case "contains": return AjvMessage("contains", message: "should contain a valid item")
        case "additionalItems" where schema["additionalItems"] == false:
            let limit = schema["items"]?.array?.count ?? 0
            return AjvMessage(
                "additionalItems", params: ["limit": .number(JSONNumber(limit))],
                message: "should NOT have more than \(limit) items")
        case "uniqueItems":
            let elements = event.value(at: broken.failure)?.array ?? []
            guard let (i, j) = DuplicateItems(elements: elements, items: schema["items"]).pair else { return nil }
            return AjvMessage(
                "uniqueItems", params: ["i": .number(JSONNumber(i)), "j": .number(JSONNumber(j))],
                message: "should NOT have duplicate items (items ## \(j) and \(i) are identical)")
        default: return nil
        }
    }

    // MARK: - Schemas

    private static func schema(_ broken: FailedKeyword, _ schema: JSONValue) -> AjvMessage? {
        let keyword = broken.keyword
        switch keyword {
        case "false schema":
            // ajv would overflow its stack on deeply nested input; this library reports it as an error.
            let message = schema == false ? "boolean schema is false" : broken.failure.finding.message
            return AjvMessage(keyword, message: message)
        case "not": return AjvMessage(keyword, message: "should NOT be valid")
        case "anyOf": return AjvMessage(keyword, message: "should match some schema in anyOf")
        case "oneOf": return oneOf(broken.failure)
        case "then", "else":
            return AjvMessage(
                "if", params: ["failingKeyword": .string(keyword)], message: "should match \"\(keyword)\" schema")
        default: return nil
        }
    }

    private static func oneOf(_ failure: Failure) -> AjvMessage {
        var passing = JSONValue.null
        if case .satisfied(let branches) = failure.detail {
            // ajv stops at the second matching branch.
            passing = .array(branches.prefix(2).map { .number(JSONNumber($0)) })
        }
        return AjvMessage(
            "oneOf", params: ["passingSchemas": passing], message: "should match exactly one schema in oneOf")
    }
}

extension JSONValue {
    /// The value that a failure applies to.
    fileprivate func value(at failure: Failure) -> JSONValue? {
        JSONPointer.tokens(of: failure.finding.instanceLocation).reduce(Optional(self)) { $0?.child($1) }
    }
}
