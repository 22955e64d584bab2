import EventSchema

/// Recognises properties of an object that have another name: type and description are the same, and no other property
/// that comes or goes has them.
struct PropertyRenames {
    /// The new names, by the old ones.
    private(set) var newNames: [String: String] = [:]

    private struct Likeness: Hashable {
        let type: JSONValue?
        let description: String
    }

    init(_ old: ObjectSchema, _ new: ObjectSchema) {
        let removed = Self.names(in: old.properties, missingIn: new.properties)
        let added = Self.names(in: new.properties, missingIn: old.properties)
        for (likeness, names) in removed where names.count == 1 {
            guard let next = added[likeness], next.count == 1 else { continue }
            newNames[names[0]] = next[0]
        }
    }

    private static func names(in properties: JSONObject, missingIn other: JSONObject) -> [Likeness: [String]] {
        var names: [Likeness: [String]] = [:]
        for (name, schema) in properties where other[name] == nil {
            guard let description = schema["description"]?.string, !description.isEmpty else { continue }
            names[Likeness(type: schema["type"], description: description), default: []].append(name)
        }
        return names
    }
}
