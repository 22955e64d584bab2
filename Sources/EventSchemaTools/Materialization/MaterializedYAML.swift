import EventSchema

/// Writes YAML byte for byte as version 3 of js-yaml does with its default options: indented by two, lines folded at 80
/// columns. Only quotes are more: js-yaml 3 leaves texts plain that readers of YAML 1.2 take for numbers, such as `08`.
/// `YAMLWriter` writes what people edit.
struct MaterializedYAML {
    private var text = ""

    /// The text of a value; it ends with a line end.
    static func text(of value: JSONValue) -> String {
        var writer = MaterializedYAML()
        writer.add(value, level: 0, isFirstLine: true)
        return writer.text + "\n"
    }

    /// Adds a value; if `isFirstLine`, its first part stands where the text has got to, not in a line of its own.
    private mutating func add(_ value: JSONValue, level: Int, isFirstLine: Bool) {
        switch value {
        case .object(let members) where !members.isEmpty:
            for (place, member) in members.enumerated() {
                if place > 0 || !isFirstLine { beginLine(level) }
                add(member, level: level)
            }
        case .array(let elements) where !elements.isEmpty:
            for (place, element) in elements.enumerated() {
                if place > 0 || !isFirstLine { beginLine(level) }
                text += "- "
                add(element, level: level + 1, isFirstLine: true)
            }
        default: text += MaterializedYAMLScalar.text(of: value, level: level)
        }
    }

    private mutating func add(_ member: JSONObject.Member, level: Int) {
        let name = MaterializedYAMLScalar.text(ofName: member.name)
        let isLong = name.utf16.count > Self.maximumNameLength
        text += isLong ? "? \(name)" : name
        if isLong { beginLine(level) }
        text += ":"
        if !member.value.hasParts || isLong { text += " " }
        add(member.value, level: level + 1, isFirstLine: isLong)
    }

    /// The longest name without a `?`.
    private static let maximumNameLength = 1024

    private mutating func beginLine(_ level: Int) { text += "\n" + String(repeating: "  ", count: level) }
}

extension JSONValue {
    /// Whether it is a list or a map that is not empty.
    fileprivate var hasParts: Bool { !(array ?? []).isEmpty || !(object ?? [:]).isEmpty }
}
