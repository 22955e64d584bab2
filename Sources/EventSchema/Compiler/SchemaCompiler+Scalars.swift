extension SchemaCompiler {
    func compileType(of schema: JSONObject, at scope: SchemaScope, into node: inout Node) throws(SchemaError) {
        guard let type = schema["type"] else { return }
        var types: JSONTypeSet = []
        for name in type.array ?? [type] {
            guard let one = name.string.flatMap(JSONTypeSet.init(named:)) else {
                throw scope.below("type").error(
                    "there is no such type.", "Use null, boolean, integer, number, string, array or object.")
            }
            types.formUnion(one)
        }
        node.types = types
        if isIntake {
            node.integers = .rounded
        } else if store.vocabulary(of: scope).dialect == .draft4 {
            node.integers = .lexical
        }
    }

    mutating func compileNumberRules(
        of schema: JSONObject, at scope: SchemaScope, into node: inout Node
    ) throws(SchemaError) {
        let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
        guard keywords.contains(where: { schema.position(of: $0) != nil }) else { return }
        func limit(_ keyword: String) -> JSONNumber? {
            let limit = schema[keyword]?.number
            return isIntake ? limit?.roundedToDouble : limit
        }
        var rules = NumberRules(
            minimum: limit("minimum"), maximum: limit("maximum"), exclusiveMinimum: limit("exclusiveMinimum"),
            exclusiveMaximum: limit("exclusiveMaximum"), divisor: limit("multipleOf"), roundsToDoubles: isIntake)
        rules.divisorDigits = rules.divisor?.decimal.digits.count ?? 0
        let numbers = [
            rules.minimum, rules.maximum, rules.exclusiveMinimum, rules.exclusiveMaximum, rules.divisor,
        ]
        rules.steps = numbers.reduce(20) { $0 + ($1?.steps ?? 0) }
        if schema["exclusiveMinimum"]?.bool == true {
            rules.limitsAreBoolean = true
            (rules.exclusiveMinimum, rules.minimum) = (rules.minimum, nil)
        }
        if schema["exclusiveMaximum"]?.bool == true {
            rules.limitsAreBoolean = true
            (rules.exclusiveMaximum, rules.maximum) = (rules.maximum, nil)
        }
        node.number = Int32(parts.numbers.count)
        parts.numbers.append(rules)
    }

    mutating func compileStringRules(
        of schema: JSONObject, at scope: SchemaScope, into node: inout Node
    ) throws(SchemaError) {
        var rules = StringRules()
        rules.minimumLength = count("minLength", in: schema, or: 0)
        rules.maximumLength = count("maxLength", in: schema, or: .max)
        if let source = schema["pattern"]?.string { rules.pattern = try pattern(source, at: scope.below("pattern")) }
        rules.format = try format(of: schema, at: scope)
        if mode == .standard(assertsFormats: true) {
            rules.encoding = value(of: "contentEncoding", in: schema, at: scope)?.string
                .flatMap(ContentEncoding.init(rawValue:))
            rules.mediaType = value(of: "contentMediaType", in: schema, at: scope)?.string
                .flatMap(ContentMediaType.init(rawValue:))
        }
        guard !rules.isEmpty else { return }
        node.string = Int32(parts.strings.count)
        parts.strings.append(rules)
    }

    private func format(of schema: JSONObject, at scope: SchemaScope) throws(SchemaError) -> Format? {
        guard let name = schema["format"]?.string else { return nil }
        switch mode {
        case .standard(let assertsFormats):
            let vocabulary = store.vocabulary(of: scope)
            guard assertsFormats || vocabulary.assertsFormats else { return nil }
            return Format(named: name, dialect: vocabulary.dialect)
        case .intake:
            if let format = Format(intakeFormat: name) { return format }
            throw scope.below("format").error(
                "the intake has no format \(name) and would refuse the whole schema.",
                "Use date-time, date, time, uri, uri-reference, email or another format of ajv 6, or leave it out.")
        }
    }
}

extension StringRules {
    fileprivate var isEmpty: Bool {
        minimumLength == 0 && maximumLength == .max && pattern == nil && format == nil && encoding == nil
            && mediaType == nil
    }
}

extension JSONObject {
    /// ajv 6 ignores what stands beside `$ref`, but checks a `type` that none of the keywords there belongs to.
    var hasTypeThatAJVChecksBesideReference: Bool {
        guard let type = self["type"] else { return false }
        let names = type.array ?? [type]
        guard names.count == 1, let name = names[0].string else { return true }
        let keywords: [String]
        switch name {
        case "number":
            keywords = ["maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "multipleOf", "format"]
        case "string": keywords = ["maxLength", "minLength", "pattern", "format"]
        case "array": keywords = ["maxItems", "minItems", "items", "contains", "uniqueItems"]
        case "object":
            keywords = [
                "maxProperties", "minProperties", "required", "dependencies", "propertyNames", "properties",
                "additionalProperties", "patternProperties",
            ]
        default: keywords = []
        }
        return keywords.allSatisfy { position(of: $0) == nil }
    }
}
