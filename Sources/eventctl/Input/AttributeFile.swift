import EventPlatform
import EventSchema
import EventStreams

/// A JSON file with contextual attributes, by name or by event path.
struct AttributeFile {
    private(set) var context = Context.empty

    init(_ path: String) throws {
        let json = try ConfigurationLocation.json(ofFile: path, wanted: "an object of contextual attributes")
        let path = InputFile(path).name
        guard let object = json.object else {
            throw CommandError("\(path) must contain an object of contextual attributes, such as {\"page_id\": 5}")
        }
        for (name, value) in object {
            if let members = value.object, ContextualAttribute(name: name) == nil {
                for (field, value) in members { set("\(name)_\(field)", value, in: path) }
            } else {
                set(name, value, in: path)
            }
        }
    }

    private mutating func set(_ name: String, _ value: JSONValue, in path: String) {
        let attribute = ContextualAttribute(name)
        if attribute.isOwn {
            Output.errorLine(
                "\(path): “\(name)” is not an attribute of the platform; it counts as one of the app's own")
        }
        if !value.isNull { context[attribute] = value }
        if !attribute.type.accepts(value) {
            Output.errorLine("\(path): \(name) must be of type \(attribute.type); no schema accepts the given value")
        }
    }
}
