import EventSchema

extension SchemaComparer {
    /// Compares `properties` and `required`.
    mutating func compareNames(_ old: ObjectSchema, _ new: ObjectSchema, at place: SchemaPlace) {
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
        case .open where place.isShared || old.isMatched(name) || old.demandedNames.contains(name):
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
            addWithoutEffect("required", before, after, at: place, "it names the same properties")
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
