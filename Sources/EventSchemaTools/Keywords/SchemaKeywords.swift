package import EventSchema

/// The keywords of a dialect of JSON Schema.
package struct SchemaKeywords: Sendable {
    /// The keywords by name.
    package let byName: [String: SchemaKeyword]
    /// Their names, in order.
    package let names: [String]
    /// The keywords of other drafts, and what the dialect has instead.
    package let instead: [String: String]

    private init(_ byName: [String: SchemaKeyword], instead: [String: String]) {
        (self.byName, self.instead) = (byName, instead)
        names = byName.keys.sorted()
    }

    package subscript(name: String) -> SchemaKeyword? { byName[name] }

    /// The keywords of a dialect that a schema repository may have; of any other dialect, those of draft 7.
    package static func of(_ dialect: Dialect) -> SchemaKeywords {
        switch dialect {
        case .draft201909: draft201909
        case .draft202012: draft202012
        case .draft4, .draft6, .draft7: draft7
        }
    }

    private static let draft7 = SchemaKeywords(
        SchemaKeyword.all,
        instead: [
            "$defs": "definitions", "dependentRequired": "dependencies", "dependentSchemas": "dependencies",
            "unevaluatedProperties": "additionalProperties", "unevaluatedItems": "additionalItems",
            "prefixItems": "items", "$anchor": "$id", "$recursiveRef": "$ref", "$dynamicRef": "$ref",
            "minContains": "minItems", "maxContains": "maxItems",
        ])

    private static let draft201909: SchemaKeywords = {
        var all = SchemaKeyword.all
        (all["definitions"], all["dependencies"]) = (nil, nil)
        func add(_ names: [String], for types: Set<String>, _ values: String...) {
            for name in names { all[name] = SchemaKeyword(types: types, values: Set(values)) }
        }
        add(["$defs", "$vocabulary"], for: [], "object")
        add(["$anchor", "$recursiveRef"], for: [], "string")
        add(["$recursiveAnchor", "deprecated"], for: [], "boolean")
        add(["dependentRequired", "dependentSchemas"], for: ["object"], "object")
        add(["unevaluatedProperties"], for: ["object"], "object", "boolean")
        add(["unevaluatedItems"], for: ["array"], "object", "boolean")
        add(["minContains", "maxContains"], for: ["array"], "integer")
        add(["contentSchema"], for: ["string"], "object", "boolean")
        return SchemaKeywords(
            all,
            instead: [
                "definitions": "$defs", "dependencies": "dependentRequired", "prefixItems": "items",
                "$dynamicRef": "$recursiveRef", "$dynamicAnchor": "$recursiveAnchor",
            ])
    }()

    private static let draft202012: SchemaKeywords = {
        var all = draft201909.byName
        for name in ["$recursiveRef", "$recursiveAnchor", "additionalItems"] { all[name] = nil }
        all["items"] = SchemaKeyword(types: ["array"], values: ["object", "boolean"])
        all["prefixItems"] = SchemaKeyword(types: ["array"], values: ["array"])
        for name in ["$dynamicRef", "$dynamicAnchor"] { all[name] = SchemaKeyword(types: [], values: ["string"]) }
        return SchemaKeywords(
            all,
            instead: [
                "definitions": "$defs", "dependencies": "dependentRequired", "additionalItems": "items",
                "$recursiveRef": "$dynamicRef", "$recursiveAnchor": "$dynamicAnchor",
            ])
    }()
}
