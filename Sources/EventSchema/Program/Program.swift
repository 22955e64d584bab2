/// A compiled schema with all that it refers to, fixed once built, so that threads share it without a lock.
///
/// A node says where the rules for a kind of value stand; rules name other nodes by number. References between schemas
/// have become numbers too, recursive ones included. The tables have what decides a verdict, the rules what findings
/// say besides.
final class Program: Sendable {
    let nodes: [Node]
    let objects: [ObjectRules]
    let arrays: [ArrayRules]
    let strings: [StringRules]
    let numbers: [NumberRules]
    let generals: [GeneralRules]
    /// The absolute location of each node: resource, `#` and pointer.
    let locations: [String]
    /// Each node as it is written, for messages on its limits.
    let sources: [JSONValue]
    let root: NodeID
    /// By which verdicts are given.
    let tables: Tables
    /// Whether any default could be filled in.
    let hasDefaults: Bool
    /// Whether defaults are part of the verdict.
    let fillsDefaults: Bool
    init(_ parts: ProgramParts, root: NodeID, mode: Schema.Mode, limits: Schema.Limits) {
        nodes = parts.nodes
        objects = parts.objects
        arrays = parts.arrays
        strings = parts.strings
        numbers = parts.numbers
        generals = parts.generals
        locations = parts.locations
        sources = parts.sources
        self.root = root
        tables = Tables(parts, root: root, limits)
        hasDefaults =
            parts.objects.contains { !$0.defaults.isEmpty } || parts.arrays.contains { !$0.defaults.isEmpty }
        fillsDefaults = hasDefaults && mode == .intake
    }

    /// Whether `properties` declare that path, seen through `$ref` and `allOf`.
    func declares(_ path: ArraySlice<String>, at node: NodeID) -> Bool {
        guard let name = path.first else { return true }
        let rules = nodes[Int(node)]
        if rules.object >= 0 {
            let object = objects[Int(rules.object)]
            let child = object.names.number(of: name).map { object.properties[$0] } ?? -1
            if child >= 0, declares(path.dropFirst(), at: child) { return true }
            if child < 0, case .schema(let node) = object.additional, declares(path.dropFirst(), at: node) {
                return true
            }
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
    var sources: [JSONValue] = []

    /// Makes room for a node whose rules are yet to come.
    mutating func reserveNode(for source: JSONValue, location: String) -> NodeID {
        nodes.append(Node())
        locations.append(location)
        sources.append(source)
        return NodeID(nodes.count - 1)
    }
}
