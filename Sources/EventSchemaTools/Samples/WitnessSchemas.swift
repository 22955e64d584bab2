import EventSchema

/// Schemas whose events are likely to be valid by an old schema and refused because of one change of it.
///
/// Each is the old schema with another one at the place of the change, and with everything on the way to it required.
struct WitnessSchemas {
    private let old: JSONObject
    private let change: SchemaChange

    /// The name of a property that no schema has.
    static let unknownName = "unexpected_property"

    init(_ old: JSONValue, _ change: SchemaChange) { (self.old, self.change) = (old.schemaObject, change) }

    /// The schemas, the plainest first.
    var schemas: [JSONValue] {
        overrides.map { .object(replacing(change.holder[...], in: old, $0)) }
    }

    /// How the schema at the holder of the keyword is changed.
    private var overrides: [(JSONObject) -> JSONObject] {
        let keyword = change.path.last ?? ""
        switch change.kind {
        case .limitTightened, .limitAdded: return beyond(keyword)
        case .enumValueRemoved: return constants(change.old?.array ?? [])
        case .typeNarrowed, .typeChanged: return otherTypes
        case .enumAdded, .patternAdded, .patternChanged, .formatAdded, .formatChanged:
            return [{ $0 }] + constants(Self.odd)
        case .objectClosed: return [{ Self.requiring(Self.unknownName, ObjectSchema($0).values.orText, in: $0) }]
        case .propertyRemovedFromClosed, .propertyRenamedInClosed:
            let schema = change.old ?? true
            return [{ Self.requiring(keyword, schema.schemaObject, in: $0) }]
        case .uniqueItemsAdded: return [Self.repeating]
        case .ruleAdded, .ruleChanged: return meeting(keyword)
        default: return [{ $0 }]
        }
    }

    /// Values that a new rule is about: what `not` refuses, what meets a condition, more elements than a tuple has.
    private func meeting(_ keyword: String) -> [(JSONObject) -> JSONObject] {
        guard let rule = change.new else { return [{ $0 }] }
        switch keyword {
        case "not", "if": return [{ $0.adding(rule) }, { $0 }]
        case "additionalItems":
            return [{ $0.setting("minItems", to: .number(($0["items"]?.array?.count ?? 0) + 1)) }, { $0 }]
        default: return [{ $0 }]
        }
    }

    private static let odd: [JSONValue] = [
        "!", "a", "A", "0", "é", " ", "", "!!!!!!!!", "aaaaaaaa", "0000000000", "!a",
    ]

    private func constants(_ values: [JSONValue]) -> [(JSONObject) -> JSONObject] {
        values.prefix(12).map { value in { $0.setting("enum", to: [value]).without("const") } }
    }

    /// Values just beyond the new limit.
    private func beyond(_ keyword: String) -> [(JSONObject) -> JSONObject] {
        guard let limit = change.new?.number else { return [{ $0 }] }
        let next = limit.count.map { JSONValue.number($0 &+ 1) } ?? .number(limit)
        let previous = limit.count.map { JSONValue.number($0 &- 1) } ?? .number(limit)
        let opposite: (String, JSONValue)? =
            switch keyword {
            case "maxLength": ("minLength", next)
            case "minLength": ("maxLength", previous)
            case "maxItems": ("minItems", next)
            case "minItems": ("maxItems", previous)
            case "maxProperties": ("minProperties", next)
            case "minProperties": ("maxProperties", previous)
            case "maximum": ("exclusiveMinimum", .number(limit))
            case "minimum": ("exclusiveMaximum", .number(limit))
            case "exclusiveMaximum": ("minimum", .number(limit))
            case "exclusiveMinimum": ("maximum", .number(limit))
            default: nil
            }
        guard let (name, value) = opposite else { return [{ $0 }] }
        return [{ $0.setting(name, to: value) }, { $0 }]
    }

    private var otherTypes: [(JSONObject) -> JSONObject] {
        let types = ["string", "integer", "number", "boolean", "null", "array", "object"]
        return [{ $0 }] + types.map { type in { $0.setting("type", to: .string(type)) } }
            + constants([0.5, 1.5, -0.5, 2.25])
    }

    /// Lists with the same element twice.
    private static func repeating(_ list: JSONObject) -> JSONObject {
        var generator = EventGenerator(.object(list), seed: 1)
        let element = generator.value(of: list["items"]?.schemaObject ?? ["type": "string"], .required, depth: 0)
        return list.setting("items", to: ["enum": [element]]).setting("minItems", to: 2)
    }

    private static func requiring(_ name: String, _ schema: JSONObject, in object: JSONObject) -> JSONObject {
        var properties = object["properties"]?.object ?? [:]
        if properties[name] == nil { properties[name] = .object(schema) }
        let required = (object["required"]?.array ?? []) + [.string(name)]
        return object.setting("properties", to: .object(properties)).setting("required", to: .array(required))
            .setting("type", to: "object")
    }

    /// The schema with another one at a path, and everything on the way to it required.
    private func replacing(
        _ path: ArraySlice<String>, in schema: JSONObject, _ replace: (JSONObject) -> JSONObject
    ) -> JSONObject {
        guard let keyword = path.first else { return replace(schema) }
        let rest = path.dropFirst()
        switch keyword {
        case "properties":
            guard let name = rest.first else { return schema }
            let own = schema["properties"]?[name]?.schemaObject ?? ObjectSchema(schema).values
            let inner = replacing(rest.dropFirst(), in: own, replace)
            var properties = schema["properties"]?.object ?? [:]
            properties[name] = .object(inner)
            return Self.requiring(name, inner, in: schema.setting("properties", to: .object(properties)))
        case "additionalProperties":
            let inner = replacing(rest, in: ObjectSchema(schema).values, replace)
            return Self.requiring("entry", inner, in: schema)
        case "items":
            let inner = replacing(rest, in: schema["items"]?.schemaObject ?? [:], replace)
            let minimum = max(1, schema["minItems"]?.number?.count ?? 0)
            return schema.setting("items", to: .object(inner)).setting("minItems", to: .number(minimum))
        case "propertyNames":
            let inner = replacing(rest, in: schema["propertyNames"]?.schemaObject ?? [:], replace)
            return schema.setting("propertyNames", to: .object(inner)).setting("minProperties", to: 1)
        case "then": return replacing(rest, in: schema, replace).adding(schema["if"] ?? true)
        case "else": return replacing(rest, in: schema, replace)
        case "allOf": return replacing(rest.dropFirst(), in: schema, replace)
        default: return schema
        }
    }
}

extension JSONObject {
    fileprivate func without(_ name: String) -> JSONObject {
        var copy = self
        copy[name] = nil
        return copy
    }

    /// The schema of the values that satisfy another one too.
    fileprivate func adding(_ other: JSONValue) -> JSONObject {
        setting("allOf", to: .array((self["allOf"]?.array ?? []) + [other]))
    }

    /// The schema, or that of a text where it allows everything.
    fileprivate var orText: JSONObject { isEmpty ? ["type": "string"] : self }
}
