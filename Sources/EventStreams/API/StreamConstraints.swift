import EventSchema

/// The conditions of a stream configuration request: settings that a stream must have to be in the response.
///
/// They come as elements joined by `|`, each `key=value` or `key[sub]=value`, and all must hold.
public struct StreamConstraints: Sendable, Equatable {
    private(set) var constraints = ConstraintMap()

    /// Reads the value of the request's `constraints` parameter, after the URL was decoded.
    ///
    /// Never fails: a piece without `=` requires the empty string, what follows a second `=` is dropped, and both sides
    /// are percent-decoded once more. The same key twice requires a list of both values.
    public init(_ text: String) {
        for element in text.split(separator: "|") { constraints.mergeRecursively(Self.parse(element)) }
    }

    /// Whether the constraints allow a stream, by its settings in effect. `stream` is compared with the name or
    /// searched by the pattern; everything else as text.
    func match(_ stream: StreamConfiguration) -> Bool {
        var others = constraints
        if let name = constraints["stream"] {
            guard case .text(let name) = name, stream.isNamed(name) else { return false }
            others["stream"] = nil
        }
        return others.isContained(in: .object(stream.settings), depth: 10)
    }

    private static func parse(_ element: Substring) -> ConstraintMap {
        var map = ConstraintMap()
        for piece in (element.first == "?" ? element.dropFirst() : element).split(separator: "&") {
            let sides = piece.split(separator: "=", omittingEmptySubsequences: false)
            add(URLText.decoded(sides.count > 1 ? sides[1] : ""), under: URLText.decoded(sides[0]), to: &map)
        }
        return map
    }

    /// Files a value under a key such as `a` or `a[b][c]`.
    private static func add(_ text: String, under key: String, to map: inout ConstraintMap) {
        let steps = key.split(separator: "[", omittingEmptySubsequences: false)
        // The last character of a step should be its closing bracket; it is removed without a check, as upstream does.
        let value = steps.dropFirst().reversed().reduce(ConstraintValue.text(text)) { value, step in
            .map(ConstraintMap(members: [.init(key: String(step.dropLast()), value: value)]))
        }
        let name = String(steps.first ?? "")
        if case .map(let present) = map[name], case .map(let added) = value {
            map[name] = .map(present.merged(with: added))
        } else {
            map[name] = value
        }
    }
}

extension StreamConfiguration {
    fileprivate func isNamed(_ candidate: String) -> Bool { pattern?.matches(candidate) ?? (name == candidate) }
}
