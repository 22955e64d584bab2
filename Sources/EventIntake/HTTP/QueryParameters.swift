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

    /// The value, unless it is absent or empty.
    func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
