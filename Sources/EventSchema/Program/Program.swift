/// A compiled schema with all that it refers to: flat tables, fixed once built, so that threads share it without a lock.
///
/// A node says where the rules for a kind of value stand; rules name other nodes by number. References between schemas
/// have become numbers too, recursive ones included. Keywords of later drafts (`$dynamicRef`, `unevaluatedProperties`,
/// `dependentSchemas`) would be further rules of a kind.
final class Program: Sendable {
    let nodes: [Node]
    let objects: [ObjectRules]
    let arrays: [ArrayRules]
    let strings: [StringRules]
    let numbers: [NumberRules]
    let generals: [GeneralRules]
    /// The absolute location of each node: resource, `#` and pointer.
    let locations: [String]
    let root: NodeID
    /// Whether any default could be filled in.
    let hasDefaults: Bool
    /// Whether defaults are part of the verdict.
    let fillsDefaults: Bool

    init(_ parts: ProgramParts, root: NodeID, mode: Schema.Mode) {
        nodes = parts.nodes
        objects = parts.objects
        arrays = parts.arrays
        strings = parts.strings
        numbers = parts.numbers
        generals = parts.generals
        locations = parts.locations
        self.root = root
        hasDefaults = objects.contains { !$0.defaults.isEmpty } || arrays.contains { !$0.defaults.isEmpty }
        fillsDefaults = hasDefaults && mode == .intake
    }

    /// Whether `properties` declare that path, seen through `$ref` and `allOf`.
    func declares(_ path: ArraySlice<String>, at node: NodeID) -> Bool {
        guard let name = path.first else { return true }
        let rules = nodes[Int(node)]
        if rules.object >= 0, let number = objects[Int(rules.object)].names.number(of: name) {
            let child = objects[Int(rules.object)].properties[number].node
            if child >= 0, declares(path.dropFirst(), at: child) { return true }
        }
        guard rules.general >= 0 else { return false }
        let general = generals[Int(rules.general)]
        if let reference = general.reference, declares(path, at: reference.node) { return true }
        return general.allOf.contains { declares(path, at: $0) }
    }
}

/// A program that is being built.
struct ProgramParts {
    var nodes: [Node] = []
    var objects: [ObjectRules] = []
    var arrays: [ArrayRules] = []
    var strings: [StringRules] = []
    var numbers: [NumberRules] = []
    var generals: [GeneralRules] = []
    var locations: [String] = []

    /// Makes room for a node whose rules are yet to come.
    mutating func reserveNode(location: String) -> NodeID {
        nodes.append(Node())
        locations.append(location)
        return NodeID(nodes.count - 1)
    }
}
