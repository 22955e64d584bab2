import EventCatalog
import EventSchema

/// What the `current` file of a materialized version says of its fields: which of them came from fragments, and the
/// order in which its author wrote them. Materializing sorts them by name.
struct CurrentFields: Sendable {
    private var sources: [[SchemaField.Step]: String] = [:]
    private var positions: [[SchemaField.Step]: Int] = [:]
    /// The number of fields that were looked at: references can multiply.
    private var count = 0

    /// Nothing is known of any field.
    init() {}

    /// - Parameter current: the schema that the version was made from, with its references.
    init(_ current: SchemaNode) { add(current, at: [], depth: 0) }

    /// The URI of the fragment that a property came from; `nil` for the schema's own, and where it is not known.
    func source(of path: [SchemaField.Step]) -> String? { sources[path] }

    /// The properties of the place in the order of the author, the schema's own before those of fragments. Those that
    /// the author's file does not have follow in the order of the version.
    func ordered(
        _ members: [(name: String, node: SchemaNode)], at path: [SchemaField.Step]
    ) -> [(name: String, node: SchemaNode)] {
        func position(_ name: String) -> Int { positions[path + [.name(name)]] ?? .max }
        return members.sorted { position($0.name) < position($1.name) }
    }

    private mutating func add(_ node: SchemaNode, at path: [SchemaField.Step], depth: Int) {
        guard depth < SchemaFieldReader.maximumDepth else { return }
        for (name, member) in node.members("properties") {
            count += 1
            guard count < SchemaFieldReader.maximumFields else { return }
            let path = path + [.name(name)]
            positions[path] = count
            if let fragment = member.fragment { sources[path] = fragment }
            add(member, at: path, depth: depth + 1)
        }
        if let items = node.child("items") { add(items, at: path + [.part("items")], depth: depth + 1) }
    }
}

extension SchemaNode {
    /// The URI of the fragment that the value in this place is from. What the schema itself gives a type or properties
    /// is its own, also where a fragment adds to it.
    var fragment: String? {
        guard let own = parts.first, own.source == nil else { return parts.first?.source }
        let isOwn = ["type", "properties"].contains { own.keywords[$0] != nil }
        guard !isOwn, own.keywords["$ref"]?.string?.hasPrefix("#") != true else { return nil }
        return parts.lazy.compactMap(\.source).first
    }

    /// The URIs of the schema versions that the document refers to in any place, in order.
    static func references(in document: JSONValue) -> [String] {
        var (found, waiting) = (Set<String>(), [document])
        while let value = waiting.popLast() {
            if let reference = value["$ref"]?.string, reference.hasPrefix("/") || reference.contains("://") {
                found.insert(String(reference.prefix { $0 != "#" }))
            }
            waiting +=
                value.array ?? value.object.map {
                    $0.filter { $0.name != "examples" || $0.value.array == nil }.map(\.value)
                } ?? []
        }
        return found.sorted()
    }
}
