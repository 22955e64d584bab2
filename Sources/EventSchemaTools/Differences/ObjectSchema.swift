import EventSchema

/// What a schema requires of the properties of an object.
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
    /// What the presence of a property demands, names or schemas, by the names of the properties.
    private let dependencies: [(name: String, demand: JSONValue)]

    init(_ schema: JSONObject) {
        self.schema = schema
        properties = schema["properties"]?.object ?? [:]
        required = schema["required"]?.array?.compactMap(\.string) ?? []
        patterns = schema["patternProperties"]?.object ?? [:]
        dependencies = ["dependencies", "dependentRequired", "dependentSchemas"].flatMap { keyword in
            (schema[keyword]?.object ?? [:]).map { ($0.name, $0.value) }
        }
        openness =
            switch schema["additionalProperties"] {
            case nil, true?: .open
            case false?: .closed
            case let values?: values.schemaObject.isEmpty ? .open : .map(values.schemaObject)
            }
    }

    /// Whether the object has to satisfy another schema where it has some property.
    var hasDependentSchemas: Bool { dependencies.contains { $0.demand.array == nil } }

    /// The names of properties that events have for sure, or have where they have others: those that are required, and
    /// those that dependencies name.
    var demandedNames: Set<String> {
        Set(required + dependencies.flatMap { [$0.name] + ($0.demand.array?.compactMap(\.string) ?? []) })
    }

    /// The number of properties that every valid object has. The intake may fill in those with a default.
    var minimumCount: Int { Set(required).count { properties[$0]?["default"] == nil } }

    /// Whether values of a property that is not named have to satisfy a schema all the same.
    ///
    /// An expression that cannot be read counts as one that matches, so that no change is called compatible for it.
    func isMatched(_ name: String) -> Bool {
        patterns.names.contains { source in
            do { return try Pattern(source, unicode: false).matches(name) } catch { return true }
        }
    }
}
