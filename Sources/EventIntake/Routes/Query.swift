import EventStreams
import Hummingbird

/// The parameters of a request's query, decoded. Of a name that is given more than once the last value counts.
struct Query: Sendable {
    private let values: [String: String]

    init(_ request: Request) {
        let pairs = (request.uri.query ?? "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (URLText.decoded(sides[0]), sides.count > 1 ? URLText.decoded(sides[1]) : "")
        }
        values = Dictionary(pairs) { $1 }
    }

    var names: [String] { values.keys.sorted() }

    subscript(name: String) -> String? { values[name] }

    /// The value, unless it is absent or empty.
    func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
