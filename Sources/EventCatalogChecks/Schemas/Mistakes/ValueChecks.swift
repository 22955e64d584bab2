import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let impossibleValue = Rule(
        "impossible-value", .error, "A value of enum or const is refused by the rest of its schema.",
        reason: "An event with the value is refused although the schema lists it.",
        mistake: .version("size: {type: string, description: A size., enum: [small, 2]}"),
        corrected: .version("size: {type: string, description: A size., enum: [small, '2']}"))

    static let invalidDefault = Rule(
        "invalid-default", .error, "The default of a property is refused by its schema.",
        reason: "The intake fills in the default and then refuses the event that lacked the property.",
        mistake: .version("size: {type: string, description: A size., maxLength: 9, default: 1}"),
        corrected: .version("size: {type: string, description: A size., maxLength: 9, default: '1'}"))
}

/// Checks of the values that a schema lists against the rest of it.
enum ValueChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            guard part.value["enum"] != nil || part.value["const"] != nil || part.value["default"] != nil,
                part.value["$ref"] == nil
            else { return [] }
            return impossible(in: part, schema.dialect)
        }
    }

    private static func impossible(in part: Subschema, _ dialect: Dialect) -> [SchemaMistake] {
        let rest = rest(of: part, dialect)
        let withEnum = part.value["enum"] == nil ? rest : self.rest(of: part, dialect, keeping: "enum")
        // The deterministic types have a case of their own about null.
        let values = (part.value["enum"]?.array ?? []).enumerated().filter { !$0.element.isNull }
        var mistakes = values.map { mistake(.impossibleValue, ["enum", String($0.offset)], $0.element, rest, part) }
        mistakes.append(mistake(.impossibleValue, ["const"], part.value["const"], withEnum, part))
        mistakes.append(mistake(.invalidDefault, ["default"], part.value["default"], withEnum, part))
        return mistakes.compactMap { $0 }
    }

    private static func mistake(
        _ rule: Rule, _ path: [String], _ value: JSONValue?, _ rest: Schema?, _ part: Subschema
    ) -> SchemaMistake? {
        guard let value, let finding = rest?.findings(in: value).first else { return nil }
        guard !finding.isAboutRoundedQuotient else {
            return SchemaMistake(
                rule, part.path + path, "\(value) of \(part.label) \(finding.message).", remedy: MultipleChecks.remedy)
        }
        let listed = rule == .invalidDefault ? "the default" : "a listed value"
        return SchemaMistake(
            rule, part.path + path, "\(value) is \(listed) of \(part.label), which refuses it: it \(finding.message).",
            remedy: rule == .invalidDefault
                ? "Correct the default, or what refuses it."
                : "Correct the value, or what refuses it; quote it for a string.")
    }

    /// What the schema demands beside its listed values; `nil` when it has no meaning on its own.
    private static func rest(of part: Subschema, _ dialect: Dialect, keeping kept: String? = nil) -> Schema? {
        let own = part.value.filter { name, _ in
            name == kept || Self.constraints.contains(name)
        }
        guard !own.isEmpty else { return nil }
        let rest = JSONObject(own.map { ($0.name, $0.value) })
        let result = Result { () throws(SchemaError) in
            try Schema(.object(rest), mode: dialect.toolsMode, dialect: dialect)
        }
        // The version cannot be compiled then either, which is a finding of its own.
        if case .success(let schema) = result { return schema }
        return nil
    }

    private static let constraints: Set = [
        "type", "pattern", "format", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum", "multipleOf",
    ]
}
