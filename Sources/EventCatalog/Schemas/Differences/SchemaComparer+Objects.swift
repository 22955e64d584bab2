import EventSchema

/// What a schema says of the properties of an object.
struct ObjectSchema {
    /// What becomes of properties that the schema does not name.
    enum Openness: Equatable {
        /// They are refused.
        case closed
        /// They may have any value.
        case open
        /// They are the entries of a map, whose values have this schema.
        case map(JSONObject)
    }

    let schema: JSONObject
    let properties: JSONObject
    let required: [String]
    let openness: Openness
    private let patterns: JSONObject

    init(_ schema: JSONObject) {
        self.schema = schema
        properties = schema["properties"]?.object ?? [:]
        required = schema["required"]?.array?.compactMap(\.string) ?? []
        patterns = schema["patternProperties"]?.object ?? [:]
        openness =
            switch schema["additionalProperties"] {
            case nil, true?: .open
            case false?: .closed
            case let values?: values.schemaObject.isEmpty ? .open : .map(values.schemaObject)
            }
    }

    /// The number of properties that every valid object has. The intake may fill in those with a default.
    var leastCount: Int { Set(required).count { properties[$0]?["default"] == nil } }

    /// Whether values of a property that is not named have to satisfy a schema all the same.
    ///
    /// An expression that cannot be read counts as one that matches, so that no change is called compatible for it.
    func isMatched(_ name: String) -> Bool {
        patterns.names.contains { source in
            do { return try Pattern(source, unicode: false).matches(name) } catch { return true }
        }
    }
}

extension SchemaComparer {
    /// Compares `properties`, `required`, `additionalProperties` and `patternProperties`.
    mutating func compareObjects(_ before: JSONObject, _ after: JSONObject, at place: SchemaPlace) {
        guard SchemaTypes(before).heed("properties"), SchemaTypes(after).heed("properties") else {
            for keyword in ["additionalProperties", "patternProperties", "properties", "required"]
            where before[keyword] != after[keyword] {
                ignore(keyword, before[keyword], after[keyword], at: place, "the type ignores it")
            }
            return
        }
        let (old, new) = (ObjectSchema(before), ObjectSchema(after))
        let isShared = ["allOf", "anyOf", "oneOf", "if", "$ref"].contains { before[$0] != nil || after[$0] != nil }
        compareNames(old, new, at: place.shared(isShared))
        compareOpenness(old, new, at: place)
        comparePatterns(old, new, at: place)
    }

    private mutating func compareNames(_ old: ObjectSchema, _ new: ObjectSchema, at place: SchemaPlace) {
        for (name, schema) in old.properties {
            guard let next = new.properties[name] else { continue }
            compare(schema.schemaObject, next.schemaObject, at: place.property(name))
        }
        let renames = PropertyRenames(old, new)
        for (name, schema) in old.properties where new.properties[name] == nil {
            compareRemoved(name, schema, renames.newNames[name], new, at: place)
        }
        for (name, schema) in new.properties where old.properties[name] == nil {
            compareAdded(name, schema, old, new, isRenamed: renames.newNames.values.contains(name), at: place)
        }
        compareRequired(old, new, at: place)
    }

    private mutating func compareAdded(
        _ name: String, _ schema: JSONValue, _ old: ObjectSchema, _ new: ObjectSchema, isRenamed: Bool,
        at place: SchemaPlace
    ) {
        let part = place.property(name)
        let isRequired = new.required.contains(name) && !old.required.contains(name)
        if isRequired {
            let written = schema["default"]
            let tail = written.map { ", with the default \($0.words.asCode)" } ?? ""
            add(
                SchemaChange(
                    written == nil ? .requiredPropertyAdded : .requiredWithDefault, at: part.path, part.property, nil,
                    schema, "\(part.subject) is new and required\(tail)"))
        } else if !isRenamed {
            let types = SchemaTypes(schema.schemaObject)
            let type = types.isEverything ? "" : ": \(types.words)"
            add(
                SchemaChange(.propertyAdded, at: part.path, part.property, nil, schema, "\(part.subject) is new\(type)")
            )
        }
        if schema.hasDefault { compareDefaults(nil, schema["default"] ?? [:], at: part) }
        switch old.openness {
        case .map(let values): compare(values, schema.schemaObject, at: part)
        case .open where place.isShared || old.isMatched(name) || old.required.contains(name):
            compare([:], schema.schemaObject, at: part)
        case .closed where old.isMatched(name): compare([:], schema.schemaObject, at: part)
        case .open, .closed: break
        }
    }

    private mutating func compareRemoved(
        _ name: String, _ schema: JSONValue, _ newName: String?, _ new: ObjectSchema, at place: SchemaPlace
    ) {
        let part = place.property(name)
        let isClosed = new.openness == .closed
        if let newName {
            add(
                SchemaChange(
                    isClosed ? .propertyRenamedInClosed : .propertyRenamed, at: part.path, part.property, schema,
                    new.properties[newName], "\(part.subject) is called \(newName.asCode) now"))
        } else {
            let tail =
                isClosed ? "; the object refuses properties that it does not name" : "; events may still have it"
            add(
                SchemaChange(
                    isClosed ? .propertyRemovedFromClosed : .propertyRemoved, at: part.path, part.property, schema, nil,
                    "\(part.subject) is gone\(tail)"))
        }
        if case .map(let values) = new.openness { compare(schema.schemaObject, values, at: part) }
        if new.isMatched(name) {
            add(.ruleAdded, place, "patternProperties", nil, nil, "a pattern of names now covers \(part.subject)")
        }
    }

    private mutating func compareRequired(_ old: ObjectSchema, _ new: ObjectSchema, at place: SchemaPlace) {
        let (before, after) = (old.schema["required"], new.schema["required"])
        for name in new.required {
            let part = place.property(name)
            let written = new.properties[name]?["default"]
            if old.required.contains(name) {
                guard old.properties[name]?["default"] != nil, written == nil else { continue }
                add(
                    .defaultOfRequiredDropped, part, "default", old.properties[name]?["default"], nil,
                    "\(part.subject) is required, and its default is gone")
            } else if old.properties[name] != nil || new.properties[name] == nil {
                let change = SchemaChange(
                    written == nil ? .requiredAdded : .requiredWithDefault, at: place.keyword("required"),
                    part.property, before, after, "\(part.subject) is required now")
                add(change)
            }
        }
        for name in old.required where !new.required.contains(name) && new.properties[name] != nil {
            let part = place.property(name)
            add(
                SchemaChange(
                    .requiredRemoved, at: place.keyword("required"), part.property, before, after,
                    "\(part.subject) is no longer required"))
        }
        if Set(old.required) == Set(new.required), before != after {
            ignore("required", before, after, at: place, "it names the same properties")
        }
    }

    private mutating func compareOpenness(_ old: ObjectSchema, _ new: ObjectSchema, at place: SchemaPlace) {
        let (before, after) = (old.schema["additionalProperties"], new.schema["additionalProperties"])
        guard before != after else { return }
        let keyword = "additionalProperties"
        switch (old.openness, new.openness) {
        case (.closed, .closed), (.open, .open): ignore(keyword, before, after, at: place, "it means the same")
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

extension JSONValue {
    /// Whether the schema, or one below it, has a default.
    fileprivate var hasDefault: Bool {
        guard let object else { return array?.contains(where: \.hasDefault) ?? false }
        return object.contains { ($0.name == "default") || $0.value.hasDefault }
    }
}
