/// A field of an event, or another part of a schema that has a schema of its own, as the site shows it.
struct SchemaField: Sendable {
    /// A step on the way from the event to a field.
    enum Step: Sendable, Hashable {
        /// A property.
        case name(String)
        /// Any other part, such as `items`.
        case part(String)
    }

    /// A limit of the values: its name, such as `maxLength`, and its value as text.
    struct Limit: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// The way from the event.
    let path: [Step]
    /// What the row is called: the name of a property, or words such as `each element`.
    let title: String
    /// The type in words, such as `array of string`.
    let type: String
    let format: String?
    let isRequired: Bool
    let limits: [Limit]
    /// The values of `enum` or `const`, as JSON; empty where any are taken.
    let values: [String]
    /// The value of `default`, as JSON.
    let defaultValue: String?
    let description: String
    /// The URI of the fragment that the field is from, where it is another one than that of the field around it.
    let fragment: String?
    /// References that are not followed, since what they name is missing or is a place around them.
    let unfollowed: [String]
    let children: [SchemaField]

    /// Whether it is a property.
    var isProperty: Bool { if case .name = path.last { true } else { false } }

    /// The path in one line: `meta.id`, `tags[]`, `counts.*`.
    var name: String {
        path.reduce("") { text, step in
            switch step {
            case .name(let name): text.isEmpty ? name : "\(text).\(name)"
            case .part("items"): "\(text)[]"
            case .part("additionalProperties"): text.isEmpty ? "*" : "\(text).*"
            case .part(let part): "\(text)<\(part)>"
            }
        }
    }

    /// The field and everything below it, in the order of the page.
    var all: [SchemaField] { [self] + children.flatMap(\.all) }
}
