import EventSupport

/// The names of the types of JSON Schema.
package enum JSONTypeName {
    /// All names.
    package static let all = ["array", "boolean", "integer", "null", "number", "object", "string"]

    /// The type that was probably meant by another name; `nil` when none is like it.
    static func meant(by name: String) -> String? { synonyms[name.lowercased()] ?? all.nearest(to: name) }

    /// What languages and other formats call the types.
    private static let synonyms = [
        "bool": "boolean", "int": "integer", "long": "integer", "float": "number", "double": "number",
        "decimal": "number", "str": "string", "text": "string", "list": "array", "map": "object", "dict": "object",
        "nil": "null", "none": "null",
    ]
}
