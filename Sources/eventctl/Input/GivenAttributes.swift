import EventCatalog
import EventPlatform
import EventSchema
import EventStreams

/// Values of contextual attributes that a person gives, by name or by event path.
struct GivenAttributes {
    private(set) var context = Context.empty
    /// The attributes that are given as null: the event has no value.
    private(set) var missing: Set<ContextualAttribute> = []
    /// What is odd about the values, as sentences without a period.
    private(set) var remarks: [String] = []
    /// The words of the project.
    private let vocabulary: Vocabulary
    /// The names of the project's own attributes, by their fields.
    private let ownNames: [String: String]

    init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        ownNames = vocabulary.ownByField.mapValues(\.name)
    }

    /// Reads a JSON file, and reports what is odd about it on standard error.
    init(file path: String, _ vocabulary: Vocabulary) throws {
        self.init(vocabulary)
        let json = try ConfigurationLocation.json(ofFile: path, wanted: "an object of contextual attributes")
        let path = InputFile(path).name
        guard let object = json.object else {
            throw CommandError("\(path) must contain an object of contextual attributes, such as {\"page_id\": 5}")
        }
        set(object)
        for remark in remarks { Output.errorLine("\(path): \(remark)") }
    }

    /// Sets the values of an object: `{"page_id": 5, "performer": {"is_logged_in": true}}`.
    mutating func set(_ object: JSONObject) { set(object, at: []) }

    /// Sets the values of the members of an object at an event path: of the attribute that has the field, or else of
    /// the one that the platform names after it.
    private mutating func set(_ object: JSONObject, at path: [String]) {
        for (name, value) in object {
            let path = path + [name]
            let field = path.joined(separator: ".")
            if let own = ownNames[field] {
                set(own, value)
            } else if let members = value.object, mayHaveFields(path) {
                set(members, at: path)
            } else {
                set(path.joined(separator: "_"), value)
            }
        }
    }

    /// Whether attributes may be in the fields of the object at a path, which is no attribute itself.
    private func mayHaveFields(_ path: [String]) -> Bool {
        if path.count == 1, vocabulary.word(named: path[0]) == nil { return true }
        return ownNames.keys.contains { $0.hasPrefix(path.joined(separator: ".") + ".") }
    }

    /// Sets the values that an event has, also of attributes that a stream lists and the project does not declare.
    mutating func set(from event: JSONValue, of stream: StreamConfiguration?) {
        let listed = (stream?.contextualAttributes ?? []).map(vocabulary.declared)
        for attribute in vocabulary.attributes.map(\.attribute) + listed {
            let value = attribute.paths.lazy.compactMap { event[path: $0] }.first { !$0.isNull }
            if let value { context[attribute] = value }
        }
    }

    /// Sets identifiers, where they take precedence over the client's own.
    mutating func setIdentifiers(session: String?, device: String?, pageview: String?) {
        context.setIdentifiers(session: session, device: device, pageview: pageview)
    }

    private mutating func set(_ name: String, _ value: JSONValue) {
        let declared = vocabulary.attribute(named: name)
        let attribute = declared ?? ContextualAttribute(name)
        if declared == nil {
            remarks.append(
                "“\(name)” is neither an attribute of the platform nor one of \(Project.fileName); it counts as one "
                    + "that the app alone declares")
        }
        guard !value.isNull else {
            context[attribute] = nil
            missing.insert(attribute)
            return
        }
        context[attribute] = value
        if !attribute.type.accepts(value) {
            remarks.append("\(name) must be of type \(attribute.type.word); no schema accepts the given value")
        }
    }
}
