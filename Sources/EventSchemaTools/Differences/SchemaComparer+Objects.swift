import EventSchema

extension SchemaComparer {
    /// Compares `properties`, `required`, `additionalProperties` and `patternProperties`.
    mutating func compareObjects(_ before: JSONObject, _ after: JSONObject, at place: SchemaPlace) {
        guard SchemaTypes(before).areConstrained(by: "properties"), SchemaTypes(after).areConstrained(by: "properties")
        else {
            for keyword in ["additionalProperties", "patternProperties", "properties", "required"]
            where before[keyword] != after[keyword] {
                addWithoutEffect(keyword, before[keyword], after[keyword], at: place, "the type ignores it")
            }
            return
        }
        let (old, new) = (ObjectSchema(before), ObjectSchema(after))
        let isShared =
            old.hasDependentSchemas || new.hasDependentSchemas
            || ["allOf", "anyOf", "oneOf", "if", "$ref"].contains { before[$0] != nil || after[$0] != nil }
        compareNames(old, new, at: place.shared(isShared))
        compareOpenness(old, new, at: place)
        comparePatterns(old, new, at: place)
    }

    private mutating func compareOpenness(_ old: ObjectSchema, _ new: ObjectSchema, at place: SchemaPlace) {
        let (before, after) = (old.schema["additionalProperties"], new.schema["additionalProperties"])
        guard before != after else { return }
        let keyword = "additionalProperties"
        switch (old.openness, new.openness) {
        case (.closed, .closed), (.open, .open):
            addWithoutEffect(keyword, before, after, at: place, "it means the same")
        case (_, .closed):
            add(
                .objectClosed, place, keyword, before, after,
                "\(place.subject) now refuses properties that the schema does not name")
        case (.closed, _):
            add(
                .objectOpened, place, keyword, before, after,
                "\(place.subject) may now have properties that the schema does not name")
        case (.open, .map(let values)): compare([:], values, at: place.mapValues)
        case (.map(let values), .open): compare(values, [:], at: place.mapValues)
        case (.map(let values), .map(let next)): compare(values, next, at: place.mapValues)
        }
    }

    private mutating func comparePatterns(_ old: ObjectSchema, _ new: ObjectSchema, at place: SchemaPlace) {
        let keyword = "patternProperties"
        let before = old.schema[keyword]?.object ?? [:]
        let after = new.schema[keyword]?.object ?? [:]
        for (pattern, schema) in before where after[pattern] != nil {
            compare(schema.schemaObject, after[pattern]?.schemaObject ?? [:], at: place.matching(pattern).shared(true))
        }
        let added = after.filter { before[$0.name] == nil }.map(\.name)
        let removed = before.filter { after[$0.name] == nil }.map(\.name)
        for pattern in added {
            let words = "properties of \(place.subject) that match \(pattern.asCode) have a schema now"
            let part = place.matching(pattern)
            add(SchemaChange(.ruleAdded, at: part.path, part.property, nil, after[pattern], words))
        }
        for pattern in removed {
            let words =
                "properties of \(place.subject) that match \(pattern.asCode) have no schema of their own any more"
            let kind: SchemaChange.Kind = new.openness == .open ? .ruleDropped : .ruleChanged
            let part = place.matching(pattern)
            add(SchemaChange(kind, at: part.path, part.property, before[pattern], nil, words))
        }
    }
}
