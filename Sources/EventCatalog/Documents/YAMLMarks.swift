import EventSchema
import EventSupport

/// The positions of a YAML value and of all its parts: a tree of the value's own shape.
struct YAMLMarks: Sendable {
    let position: TextPosition
    /// The marks of the members' names, in order; empty for anything but a map.
    var names: [TextPosition] = []
    /// The marks of the members or elements, in order.
    var parts: [YAMLMarks] = []
    /// Whether nothing was left out of the value because it could not be read.
    var isComplete = true

    /// The position of the value at that path, or of the innermost value around it that exists. The position of a
    /// member is that of its name.
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

    /// The position of the value at that path itself, not that of its name; `nil` if there is none.
    func valuePosition(at path: ArraySlice<String>, in value: JSONValue) -> TextPosition? {
        guard let name = path.first else { return position }
        guard let part = value.element(named: name), let index = value.object?.position(of: name) ?? Int(name) else {
            return nil
        }
        return parts[index].valuePosition(at: path.dropFirst(), in: part)
    }

    /// Whether nothing was left out of the value at that path, which exists.
    func isComplete(at path: ArraySlice<String>, in value: JSONValue) -> Bool {
        guard let name = path.first, let part = value.element(named: name),
            let index = value.object?.position(of: name) ?? Int(name)
        else { return isComplete }
        return parts[index].isComplete(at: path.dropFirst(), in: part)
    }
}
