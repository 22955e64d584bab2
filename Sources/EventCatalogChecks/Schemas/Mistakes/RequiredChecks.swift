import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

extension Rule {
    static let impossibleRequired = Rule(
        "impossible-required", .error, "A name is required in an object that may not have it.",
        reason: "Every event is refused: without the property, and with it.",
        mistake: page("required: [ids]"), corrected: page("required: [id]"))

    static let undeclaredRequired = Rule(
        "undeclared-required", .warning, "A name is required of the elements of a list or map that do not declare it.",
        reason: "Its values are not checked, and the name is probably misspelt.",
        mistake: .version(
            "taps: {type: array, description: All taps., maxItems: 9, items: "
                + "{type: object, required: [names], properties: {name: {type: string, maxLength: 9}}}}"),
        corrected: .version(
            "taps: {type: array, description: All taps., maxItems: 9, items: "
                + "{type: object, required: [name], properties: {name: {type: string, maxLength: 9}}}}"))

    static let closedPart = Rule(
        "closed-part", .error, "A part of allOf in a version is closed and lacks the properties of the other parts.",
        reason: "Each part is applied alone: the closed one refuses what the other parts add.",
        mistake: .version(
            more: "allOf:\n  - {properties: {x: {type: string, maxLength: 9}}, additionalProperties: false}\n"),
        corrected: .version(more: "allOf:\n  - {properties: {x: {type: string, maxLength: 9}}}\n"))

    private static func page(_ required: String) -> RuleExample {
        .version(
            "page: {type: object, description: The page., additionalProperties: false, \(required), "
                + "properties: {id: {type: integer, description: Its number., minimum: 0, maximum: 9}}}")
    }
}

/// Checks of required names and of closed parts of `allOf`.
enum RequiredChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            impossible(in: part, schema) + undeclared(in: part, schema)
                + (schema.isCurrent ? [] : closedParts(in: part))
        }
    }

    /// A name that is required and that no event may have.
    private static func impossible(in part: Subschema, _ schema: CheckedSchema) -> [SchemaMistake] {
        guard !part.hasReferencedProperties else { return [] }
        return part.required.enumerated().compactMap { index, name in
            refusal(of: name, in: part, schema).map { reason in
                part.mistake(.impossibleRequired, ofRequired: name, at: index, ", and \(reason)")
            }
        }
    }

    private static func refusal(of name: String, in part: Subschema, _ schema: CheckedSchema) -> String? {
        if part.properties[name] == .bool(false) { return "its schema refuses every value" }
        // The parts of `current` are merged: the property may come from another part.
        let isMerged =
            schema.isCurrent
            && (part.value["allOf"] != nil || part.path.contains("allOf")
                || schema.dialect.isLater && part.value["$ref"] != nil)
        guard part.isClosed, part.value["patternProperties"] == nil, part.properties[name] == nil, !isMerged else {
            return nil
        }
        return "the object is closed and has no such property"
    }

    /// A name that is required in an object of a list or map and that “properties” lacks. The case of required
    /// properties does not look there.
    private static func undeclared(in part: Subschema, _ schema: CheckedSchema) -> [SchemaMistake] {
        let isInner = part.path.contains("items") || part.path.contains("additionalProperties")
        let isAlone = ["allOf", "anyOf", "oneOf", "$ref", "patternProperties"].allSatisfy { part.value[$0] == nil }
        guard isInner, isAlone, part.isUnconditional, part.value["properties"] != nil, !part.isClosed,
            !part.hasReferencedProperties, !part.path.contains("allOf")
        else { return [] }
        return part.required.enumerated().filter { part.properties[$0.element] == nil }.map { index, name in
            part.mistake(.undeclaredRequired, ofRequired: name, at: index)
        }
    }

    /// A closed part refuses the properties of the other parts.
    private static func closedParts(in part: Subschema) -> [SchemaMistake] {
        guard let parts = part.value["allOf"]?.array?.compactMap(\.object) else { return [] }
        let all =
            [(path: [String](), value: part.value)]
            + parts.enumerated().map { (path: ["allOf", String($0.offset)], value: $0.element) }
        return all.compactMap { path, value in
            guard value["additionalProperties"] == .bool(false), value["patternProperties"] == nil else { return nil }
            let own = value["properties"]?.object ?? [:]
            let others = all.filter { $0.path != path }.flatMap { Array(($0.value["properties"]?.object ?? [:]).names) }
            guard let name = others.first(where: { own[$0] == nil }) else { return nil }
            return SchemaMistake(
                .closedPart, part.path + path + ["additionalProperties"],
                "This part of allOf is closed and lacks “\(name)” of another part, so no event may have “\(name)”.",
                remedy: "Remove additionalProperties here and close the materialized schema, or repeat the properties.")
        }
    }
}

extension Subschema {
    /// A mistake in the name at a place of `required`.
    func mistake(
        _ rule: Rule, ofRequired name: String, at index: Int, _ problem: String = " and is none of its properties"
    ) -> SchemaMistake {
        SchemaMistake(
            rule, path + ["required", String(index)], "“\(name)” is required in \(label)\(problem).",
            remedy: properties.names.filter { $0 != name }.suggestion(for: name)
                ?? "Add “\(name)” to “properties”, or remove it from “required”.",
            sameAs: path + ["required", name])
    }
}
