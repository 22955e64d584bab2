import EventCatalog
import EventSchema

/// The fields that a schema describes: the properties without properties of their own, and the values of an enum.
struct SchemaFields: Sendable {
    /// The path of each field, in the order of the schema.
    private(set) var paths: [[String]] = []
    /// The allowed values, as JSON, of the fields with an enum.
    private(set) var enums: [[String]: [String]] = [:]

    init(_ version: SchemaVersion, in schemas: SchemaRepository) {
        add(SchemaNode(version.document, in: SchemaDocuments(schemas)), at: [])
    }

    /// The maximum depth: a schema may refer to itself.
    private static let maximumDepth = 16

    private mutating func add(_ node: SchemaNode, at path: [String]) {
        let members = path.count < Self.maximumDepth ? node.members("properties") : []
        for (name, member) in members { add(member, at: path + [name]) }
        guard members.isEmpty, !path.isEmpty else { return }
        paths.append(path)
        enums[path] = node.keyword("enum")?.array?.map(\.valueText)
    }
}

extension JSONValue {
    /// A text as it is; any other value as JSON.
    var valueText: String { string ?? jsonText }
}
