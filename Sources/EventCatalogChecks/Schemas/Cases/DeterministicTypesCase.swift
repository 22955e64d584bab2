import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let schemaDeterministicTypes = Rule(
        "schema-deterministic-types", .error, "A property has no type, or more than one.",
        reason: "Properties become columns of tables, which have one type.",
        mistake: .made("page: {type: [string, 'null'], description: A page., maxLength: 9}"),
        corrected: .made("page: {type: string, description: A page., maxLength: 9}"))
}

/// The case on types: a table has one type for each column.
enum DeterministicTypesCase {
    private static let combining = ["allOf", "anyOf", "oneOf", "$ref"]
    private static let combiningOfLaterDrafts = combining + ["$dynamicRef", "$recursiveRef"]

    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            guard part.isUnconditional else { return [] }
            return [
                types(of: part, schema.dialect), content(of: part, schema.dialect), nulls(in: part), branches(of: part),
            ].compactMap { $0 }
        }
    }

    /// Whether other schemas may say the type.
    private static func isCombined(_ schema: JSONValue?, _ dialect: Dialect) -> Bool {
        (dialect.isLater ? combiningOfLaterDrafts : combining).contains { schema?[$0] != nil }
    }

    private static func mistake(
        _ part: Subschema, _ path: [String], _ problem: String, _ remedy: String
    ) -> SchemaMistake {
        SchemaMistake(.schemaDeterministicTypes, part.path + path, problem, remedy: remedy)
    }

    private static func types(of part: Subschema, _ dialect: Dialect) -> SchemaMistake? {
        if let list = part.value["type"]?.array {
            return mistake(
                part, ["type"],
                "“\(part.label)” has \(list.count == 1 ? "a list of types" : "more than one type").",
                "Name one type; a value that may be missing is left out of “required”.")
        }
        guard part.property != nil, part.value["type"] == nil, !isCombined(.object(part.value), dialect) else {
            return nil
        }
        return mistake(part, [], "“\(part.label)” has no type.", "Set “type”.")
    }

    private static func content(of part: Subschema, _ dialect: Dialect) -> SchemaMistake? {
        switch part.types {
        case ["array"]: return elements(of: part, dialect)
        case ["object"]:
            let keys = ["properties", "allOf", "oneOf", "additionalProperties", "$ref"]
            let ofLaterDrafts = ["unevaluatedProperties", "$dynamicRef", "$recursiveRef"]
            if (dialect.isLater ? keys + ofLaterDrafts : keys).contains(where: { part.value[$0] != nil }) { return nil }
            return mistake(
                part, [], "The object “\(part.label)” says nothing of its properties.",
                "Set “properties”, or “additionalProperties” with the type of the values of a map.")
        default: return nil
        }
    }

    /// The elements that `prefixItems` is for have the type of the others.
    private static func elements(of part: Subschema, _ dialect: Dialect) -> SchemaMistake? {
        let first = dialect.isLater ? part.value["prefixItems"]?.array ?? [] : []
        let items = part.value["items"]
        let schemas = first.isEmpty || items != false ? first + [items ?? true] : first
        guard schemas.allSatisfy({ $0["type"] != nil || isCombined($0, dialect) }) else {
            return mistake(
                part, [], "The elements of “\(part.label)” have no type.",
                first.isEmpty
                    ? "Set “items” with a “type”."
                    : "Set a “type” in each schema of “prefixItems”, and “items” with that type or to false.")
        }
        let types = schemas.compactMap { $0["type"] }
        guard types.contains(where: { $0 != types[0] }) else { return nil }
        return mistake(
            part, ["prefixItems"], "The elements of “\(part.label)” have more than one type.",
            "Give all schemas of “prefixItems”, and “items”, one type, or make an object of the list.")
    }

    private static func nulls(in part: Subschema) -> SchemaMistake? {
        guard let index = part.value["enum"]?.array?.firstIndex(where: \.isNull) else { return nil }
        return mistake(
            part, ["enum", String(index)], "The enum of “\(part.label)” has null, which is a type of its own.",
            "Remove it; a value that may be missing is left out of “required”.")
    }

    private static func branches(of part: Subschema) -> SchemaMistake? {
        guard let branches = part.value["oneOf"]?.array, let first = branches.first else { return nil }
        for (keyword, name) in [("type", "type"), ("required", "required properties")] {
            let all = branches.map { Set($0[keyword]?.array ?? [$0[keyword] ?? .null]) }
            guard let index = all.firstIndex(where: { $0 != all[0] }), first.object != nil else { continue }
            return mistake(
                part, ["oneOf", String(index)],
                "Branches 1 and \(index + 1) of oneOf of “\(part.label)” differ in their \(name).",
                "Give all branches the same \(name), or make a schema of each.")
        }
        return nil
    }
}
