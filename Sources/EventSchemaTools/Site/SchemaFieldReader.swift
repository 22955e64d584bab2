import EventCatalog
import EventSchema

/// Reads the fields of one version of a schema.
struct SchemaFieldReader {
    /// The maximum number of fields that are shown of a version.
    static let maximumFields = 10_000
    /// The maximum depth of fields that is shown.
    static let maximumDepth = 24

    /// Whether there are more fields than are shown.
    private(set) var isCut = false
    private(set) var fields: [SchemaField] = []
    private let current: CurrentFields
    private var count = 0

    /// No fields.
    init() { current = CurrentFields() }

    /// - Parameters:
    ///   - root: the whole schema.
    ///   - current: what the `current` file says of the fields.
    init(_ root: SchemaNode, _ current: CurrentFields = CurrentFields()) {
        self.current = current
        fields = children(of: root, at: [], fragment: nil)
    }

    private mutating func children(
        of node: SchemaNode, at path: [SchemaField.Step], fragment: String?
    ) -> [SchemaField] {
        let required = Set(node.required)
        var found: [SchemaField] = []
        for member in current.ordered(node.members("properties"), at: path) {
            let step = SchemaField.Step.name(member.name)
            found += field(
                member.node, at: path + [step], member.name, isRequired: required.contains(member.name), fragment)
        }
        for (part, title, child) in otherChildren(of: node) {
            found += field(child, at: path + [.part(part)], title, isRequired: false, fragment)
        }
        return found
    }

    private mutating func field(
        _ node: SchemaNode, at path: [SchemaField.Step], _ title: String, isRequired: Bool, _ outer: String?
    ) -> [SchemaField] {
        guard count < Self.maximumFields, path.count <= Self.maximumDepth else {
            isCut = true
            return []
        }
        count += 1
        let fragment = current.source(of: path) ?? node.fragment
        let facts = SchemaFacts(node)
        return [
            SchemaField(
                path: path, title: title, type: facts.type, format: facts.format, isRequired: isRequired,
                limits: facts.limits, values: facts.values, defaultValue: node.keyword("default")?.shownText,
                description: node.keyword("description")?.string ?? "",
                fragment: fragment == outer ? nil : fragment, unfollowed: node.unfollowed,
                children: children(of: node, at: path, fragment: fragment))
        ]
    }

    /// The schemas below a place that are not those of properties: of elements, of other names, of alternatives. Those
    /// that only repeat the type of the place itself are left out.
    private func otherChildren(of node: SchemaNode) -> [(part: String, title: String, node: SchemaNode)] {
        var found: [(String, String, SchemaNode)] = node.members("patternProperties").map {
            ("pattern \($0.name)", "names that match \($0.name)", $0.node)
        }
        for (keyword, title) in Self.single {
            if let child = node.child(keyword), !child.isPlainType { found.append((keyword, title, child)) }
        }
        for (keyword, title) in Self.lists {
            for (position, child) in node.children(keyword).enumerated() {
                found.append(("\(keyword) \(position + 1)", "\(title) \(position + 1)", child))
            }
        }
        return found
    }

    private static let single = [
        ("additionalProperties", "any other name"), ("propertyNames", "each name"), ("items", "each element"),
        ("additionalItems", "each further element"), ("contains", "at least one element"), ("not", "must not be"),
        ("if", "if"), ("then", "then"), ("else", "otherwise"),
    ]
    private static let lists = [
        ("items", "element"), ("oneOf", "exactly one of: alternative"), ("anyOf", "at least one of: alternative"),
    ]
}

extension SchemaNode {
    /// Whether the schema is no more than the name of a type, which the type of the place around it has already.
    fileprivate var isPlainType: Bool { parts.allSatisfy { $0.keywords.names.allSatisfy { $0 == "type" } } }
}

extension JSONValue {
    /// The value as JSON; of one that is long, the beginning.
    var shownText: String {
        let text = jsonText
        return text.utf8.count > 2000 ? "\(text.prefix(2000))…" : text
    }
}
