import EventSchema

/// A keyword of JSON Schema.
package struct SchemaKeyword: Sendable {
    /// The types of instances that it constrains; empty when it constrains every type.
    package let types: Set<String>
    /// The kinds of value that it takes, as `JSONValue.typeName` has them.
    package let values: Set<String>

    /// The keywords of draft 7, by name.
    package static let all: [String: SchemaKeyword] = {
        var all: [String: SchemaKeyword] = [:]
        func add(_ names: [String], for types: Set<String>, _ values: String...) {
            for name in names { all[name] = SchemaKeyword(types: types, values: Set(values)) }
        }
        let numeric: Set = ["integer", "number"]
        add(["maxLength", "minLength"], for: ["string"], "integer")
        add(["pattern", "format", "contentMediaType", "contentEncoding"], for: ["string"], "string")
        add(
            ["multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"], for: numeric, "integer",
            "number")
        add(["maxItems", "minItems"], for: ["array"], "integer")
        add(["uniqueItems"], for: ["array"], "boolean")
        add(["items"], for: ["array"], "object", "boolean", "array")
        add(["additionalItems", "contains"], for: ["array"], "object", "boolean")
        add(["maxProperties", "minProperties"], for: ["object"], "integer")
        add(["required"], for: ["object"], "array", "object")
        add(["properties", "patternProperties", "dependencies"], for: ["object"], "object")
        add(["additionalProperties", "propertyNames"], for: ["object"], "object", "boolean")
        add(["$id", "$schema", "$ref", "$comment", "title", "description"], for: [], "string")
        add(["default", "const"], for: [], "null", "boolean", "integer", "number", "string", "array", "object")
        add(["readOnly", "writeOnly"], for: [], "boolean")
        add(["examples", "enum", "allOf", "anyOf", "oneOf"], for: [], "array")
        add(["definitions"], for: [], "object")
        add(["if", "then", "else", "not"], for: [], "object", "boolean")
        add(["type"], for: [], "string", "array")
        return all
    }()
}
