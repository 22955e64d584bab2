import EventCatalog
import EventPlatform
import EventSchema
import EventStreams

/// A JSON file with contextual attributes, by name or by event path.
struct AttributeFile {
    private(set) var context = Context.empty
    /// The words of the project.
    private let vocabulary: Vocabulary

    init(_ path: String, _ vocabulary: Vocabulary) throws {
        self.vocabulary = vocabulary
        let json = try ConfigurationLocation.json(ofFile: path, wanted: "an object of contextual attributes")
        let path = InputFile(path).name
        guard let object = json.object else {
            throw CommandError("\(path) must contain an object of contextual attributes, such as {\"page_id\": 5}")
        }
        for (name, value) in object {
            if let members = value.object, vocabulary.word(named: name) == nil {
                for (field, value) in members { set("\(name)_\(field)", value, in: path) }
            } else {
                set(name, value, in: path)
            }
        }
    }

    private mutating func set(_ name: String, _ value: JSONValue, in path: String) {
        let declared = vocabulary.attribute(named: name)
        let attribute = declared ?? ContextualAttribute(name)
        if declared == nil {
            Output.errorLine(
                "\(path): “\(name)” is not an attribute of the platform or the project; it counts as one of "
                    + "the app's own")
        }
        if !value.isNull { context[attribute] = value }
        if !attribute.type.accepts(value) {
            Output.errorLine("\(path): \(name) must be of type \(attribute.type); no schema accepts the given value")
        }
    }
}
