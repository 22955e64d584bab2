import EventPlatform
import EventSchema
import EventStreams

/// A file of contextual attributes: by name, or as events have them.
struct AttributeFile {
    private(set) var context = Context.empty

    init(_ path: String) throws {
        let json = try ConfigurationPlace.json(ofFile: path, wanted: "an object of contextual attributes")
        guard let object = json.object else {
            throw Reason("\(path) should be an object of contextual attributes, such as {\"page_id\": 5}")
        }
        for (name, value) in object {
            if let members = value.object, ContextualAttribute.named(name) == nil {
                for (field, value) in members { set("\(name)_\(field)", value, in: path) }
            } else {
                set(name, value, in: path)
            }
        }
    }

    private mutating func set(_ name: String, _ value: JSONValue, in path: String) {
        guard let attribute = ContextualAttribute.named(name) else {
            return Output.note("\(path): “\(name)” is no contextual attribute; it is left out")
        }
        if !value.isNull { context[attribute] = value }
        if !attribute.type.fits(value) {
            Output.note("\(path): \(name) should be of type \(attribute.type); no schema will take what it is here")
        }
    }
}
