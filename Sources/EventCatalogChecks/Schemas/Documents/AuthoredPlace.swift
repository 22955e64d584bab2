import EventCatalog
import EventSchema

/// Where people have written what a version has at a path.
enum AuthoredPlace {
    /// The path in `current` of a part of the version that is made from it, or of the innermost part around it that
    /// `current` has itself, and no schema that it refers to.
    static func path(like path: [String], of version: JSONValue, in current: JSONValue) -> [String] {
        match(path[...], version, current).path
    }

    /// The path, and how many names of the version's path it has. In the version, the parts of `allOf` are one schema.
    private static func match(
        _ path: ArraySlice<String>, _ version: JSONValue, _ current: JSONValue
    ) -> (path: [String], count: Int) {
        guard let name = path.first, let part = version.element(named: name) else { return ([], 0) }
        var best = (path: [String](), count: 0)
        if let own = Self.name(of: part, name, in: current), let value = current.element(named: own) {
            let inner = match(path.dropFirst(), part, value)
            best = ([own] + inner.path, inner.count + 1)
        }
        for (index, value) in (current["allOf"]?.array ?? []).enumerated() {
            let inner = match(path, version, value)
            if inner.count > best.count { best = (["allOf", "\(index)"] + inner.path, inner.count) }
        }
        return best
    }

    /// The name of a part in `current`. A name in `required` may be at another place of the list there.
    private static func name(of part: JSONValue, _ name: String, in current: JSONValue) -> String? {
        guard let elements = current.array, part.array == nil, part.object == nil else { return name }
        return elements.firstIndex(of: part).map(String.init)
    }
}
