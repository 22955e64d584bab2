import EventSchema

/// A place in a schema: the names on the way to it, and the property of the event that it is about.
struct SchemaPlace: Hashable {
    private(set) var path: [String] = []
    /// The property, such as `page.id`; empty for the whole event.
    private(set) var property = ""
    /// Whether properties that are new here may have had other schemas before: in parts of `allOf` and the like,
    /// another part may name them.
    private(set) var isShared = false

    static let root = SchemaPlace()

    /// The property as the subject of a clause.
    var subject: String { property.isEmpty ? "the event" : property.asCode }

    func keyword(_ name: String) -> [String] { path + [name] }

    func property(_ name: String) -> SchemaPlace {
        appending(["properties", name], property.isEmpty ? name : "\(property).\(name)")
    }

    /// The values of the properties that the schema does not name.
    var mapValues: SchemaPlace { appending(["additionalProperties"], property.isEmpty ? "*" : "\(property).*") }

    /// The values of the properties whose names match a pattern.
    func matching(_ pattern: String) -> SchemaPlace {
        appending(["patternProperties", pattern], property.isEmpty ? "/\(pattern)/" : "\(property)./\(pattern)/")
    }

    /// The elements of a list.
    func elements(_ keyword: String) -> SchemaPlace { appending([keyword], "\(property)[]") }

    /// The names of the properties of an object.
    var names: SchemaPlace { appending(["propertyNames"], property.isEmpty ? "names" : "\(property) (names)") }

    /// A part of the schema of the same value, such as one of `allOf`.
    func part(_ keyword: String, _ number: Int) -> SchemaPlace {
        var place = appending([keyword, String(number)], property)
        place.isShared = true
        return place
    }

    /// What the schema demands of the same value where a condition is met, or is not: `then` or `else`.
    func branch(_ keyword: String) -> SchemaPlace { appending([keyword], property).shared(true) }

    func shared(_ isShared: Bool) -> SchemaPlace {
        var place = self
        place.isShared = self.isShared || isShared
        return place
    }

    private func appending(_ names: [String], _ property: String) -> SchemaPlace {
        var place = self
        place.path += names
        place.property = property
        return place
    }
}

extension SchemaPlace {
    /// The property that a path through a schema leads to.
    static func property(at path: [String]) -> String {
        var place = SchemaPlace.root
        var rest = path[...]
        while let keyword = rest.popFirst() {
            switch keyword {
            case "properties": if let name = rest.popFirst() { place = place.property(name) }
            case "patternProperties": if let pattern = rest.popFirst() { place = place.matching(pattern) }
            case "additionalProperties": place = place.mapValues
            case "items": place = place.elements(keyword)
            case "propertyNames": place = place.names
            case "then", "else": break
            default: _ = rest.popFirst()
            }
        }
        return place.property
    }
}

extension String {
    /// The text as code, in which a backtick would end it.
    var asCode: String { "`\(replacing("`", with: "'"))`" }
}
