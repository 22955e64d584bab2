import EventCatalog
import EventPlatform
import EventSchema
import EventStreams

/// Values of contextual attributes that a person gives, by name or by event path.
struct GivenAttributes {
    private(set) var context = Context.empty
    /// What is odd about the values, as sentences without a period.
    private(set) var remarks: [String] = []
    /// The words of the project.
    private let vocabulary: Vocabulary

    init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

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
    mutating func set(_ object: JSONObject) {
        for (name, value) in object {
            if let members = value.object, vocabulary.word(named: name) == nil {
                for (field, value) in members { set("\(name)_\(field)", value) }
            } else {
                set(name, value)
            }
        }
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
                "“\(name)” is not an attribute of the platform or the project; it counts as one of the app's own")
        }
        if !value.isNull { context[attribute] = value }
        if !attribute.type.accepts(value) {
            remarks.append("\(name) must be of type \(attribute.type); no schema accepts the given value")
        }
    }
}
