package import EventSchema

/// Writes JSON values as the YAML that people write: a line for each setting, indented by two. ``YAMLReader`` reads
/// exactly the same value, numbers digit by digit and members in their order, where ``isExact(_:)``.
package struct YAMLWriter {
    private struct Line {
        let text: String
        let comment: String?
    }

    private let comment: ([String]) -> String?
    private var lines: [Line] = []

    private init(comment: @escaping ([String]) -> String?) { self.comment = comment }

    /// The text of a value, which ends with a line end.
    ///
    /// `comment` gives the comment for a member by its path, unless the member is a map with members. The default is no
    /// comments.
    package static func text(of value: JSONValue, comment: @escaping ([String]) -> String? = { _ in nil }) -> String {
        var writer = YAMLWriter(comment: comment)
        if let scalar = YAMLScalarText.text(of: value) {
            writer.lines = [Line(text: scalar, comment: comment([]))]
        } else {
            writer.add(value, at: [], indent: "", after: "")
        }
        return writer.text
    }

    /// Comments stand in one column, unless a line is long.
    private var text: String {
        let column = min(48, lines.filter { $0.comment != nil }.map(\.text.count).max() ?? 0)
        return lines.map { line in
            guard let comment = line.comment else { return line.text + "\n" }
            let gap = String(repeating: " ", count: max(0, column - line.text.count) + 2)
            return "\(line.text)\(gap)# \(comment)\n"
        }.joined()
    }

    /// The longest name that a parser takes on one line without a `?`.
    private static let maximumNameBytes = 1000

    /// Writes the parts of a list or map, each on a line of its own; the first comes after a text that is there.
    private mutating func add(_ value: JSONValue, at path: [String], indent: String, after opening: String) {
        var opening = opening
        if let elements = value.array {
            for (position, element) in elements.enumerated() {
                addElement(element, at: path + ["\(position)"], indent: indent, head: opening + "-")
                opening = indent
            }
        }
        for (name, member) in value.object ?? [:] {
            let text = YAMLScalarText.text(of: name)
            if text.utf8.count > Self.maximumNameBytes {
                lines.append(Line(text: "\(opening)? \(text)", comment: nil))
                addMember(member, at: path + [name], indent: indent, head: indent + ":")
            } else {
                addMember(member, at: path + [name], indent: indent, head: "\(opening)\(text):")
            }
            opening = indent
        }
    }

    private mutating func addElement(_ value: JSONValue, at path: [String], indent: String, head: String) {
        if let scalar = YAMLScalarText.text(of: value) {
            return lines.append(Line(text: "\(head) \(scalar)", comment: nil))
        }
        add(value, at: path, indent: indent + "  ", after: head + " ")
    }

    private mutating func addMember(_ value: JSONValue, at path: [String], indent: String, head: String) {
        if let scalar = YAMLScalarText.text(of: value) {
            return lines.append(Line(text: "\(head) \(scalar)", comment: comment(path)))
        }
        lines.append(Line(text: head, comment: value.array == nil ? nil : comment(path)))
        add(value, at: path, indent: indent + "  ", after: indent + "  ")
    }
}

extension YAMLWriter {
    /// Whether a value is read again as it was: the parser ends a string at a NUL character.
    package static func isExact(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): isExact(text)
        case .array(let elements): elements.allSatisfy(isExact)
        case .object(let members): members.allSatisfy { isExact($0.name) && isExact($0.value) }
        default: true
        }
    }

    private static func isExact(_ text: String) -> Bool { !text.utf8.contains(0) }
}
