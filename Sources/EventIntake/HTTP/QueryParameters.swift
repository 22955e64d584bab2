import EventStreams
import Hummingbird

/// The decoded query parameters of a request. When a name is repeated, its last value counts.
struct QueryParameters: Sendable {
    private let pairs: [(name: String, value: String)]
    private let values: [String: String]

    init(_ request: Request) {
        pairs = (request.uri.query ?? "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (URLText.decoded(sides[0]), sides.count > 1 ? URLText.decoded(sides[1]) : "")
        }
        values = Dictionary(pairs) { $1 }
    }

    var names: [String] { values.keys.sorted() }

    subscript(name: String) -> String? { values[name] }

    /// Whether at least one value of that name is not empty.
    func hasValue(_ name: String) -> Bool { pairs.contains { $0.name == name && !$0.value.isEmpty } }

    /// Whether the existing intake finds a value of that name that it takes as true: one that is not empty, a list
    /// (`name[]=`, or the name twice) or a map (`name[key]=`), whatever is in them.
    func hasExistingValue(_ name: String) -> Bool {
        let given = pairs.filter { $0.name == name || Self.isNested($0.name, in: name) }
        return given.count > 1 || given.contains { $0.name != name || !$0.value.isEmpty }
    }

    /// Whether a name is another one with a key in brackets.
    private static func isNested(_ nested: String, in name: String) -> Bool {
        guard nested.hasPrefix(name + "[") else { return false }
        let key = nested.dropFirst(name.count + 1)
        return key.first { "[]".contains($0) } == "]"
    }

    /// The value, unless it is absent or empty.
    func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
