import EventSchema
import EventSupport

/// Where a YAML value and all its parts stand: a tree of the value's own shape.
struct YAMLMarks: Sendable {
    let position: TextPosition
    /// The marks of the members' names, in order; empty for anything but a map.
    var names: [TextPosition] = []
    /// The marks of the members or elements, in order.
    var parts: [YAMLMarks] = []

    /// Where the value at that path stands, or the innermost value around it that is there. A member stands where its
    /// name does, which is where a person looks for it.
    func position(at path: ArraySlice<String>, in value: JSONValue) -> TextPosition {
        guard let name = path.first, let part = value.element(named: name),
            let index = value.object?.position(of: name) ?? Int(name)
        else { return position }
        if path.count == 1, names.indices.contains(index) { return names[index] }
        let inner = parts[index].position(at: path.dropFirst(), in: part)
        // A path that ends inside a missing part is shown at the last name that is there.
        let stopped = path.count > 1 && part.element(named: path[path.startIndex + 1]) == nil
        return stopped && names.indices.contains(index) ? names[index] : inner
    }
}
