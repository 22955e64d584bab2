extension JSONDocument {
    /// A value's text without white space between its parts, with strings escaped only where they must be, and with
    /// each name of an object once: the last value at the first one's position. Numbers are as they were spelled.
    func compactText(of position: Int) -> ContiguousArray<UInt8> {
        var compact = TextBuffer(capacity: textRange(index.nodes[position]).count)
        appendCompact(position, to: &compact)
        return compact.take()
    }

    private func appendCompact(_ position: Int, to compact: inout TextBuffer) {
        let node = index.nodes[position]
        let value = JSON(document: self, position: position)
        switch node.kind {
        case .array:
            compact.append(ascii("["))
            for (number, element) in value.elements.enumerated() {
                if number > 0 { compact.append(ascii(",")) }
                appendCompact(element.position, to: &compact)
            }
            compact.append(ascii("]"))
        case .object:
            compact.append(ascii("{"))
            for (number, member) in membersOfLastValues(value).enumerated() {
                if number > 0 { compact.append(ascii(",")) }
                appendCompact(member.name, to: &compact)
                compact.append(ascii(":"))
                appendCompact(member.value, to: &compact)
            }
            compact.append(ascii("}"))
        case .escapedString:
            let unescaped = index.unescaped
            compact.append(escaping: unescaped.span.extracting(node.unescapedRange))
        case .null, .false, .true, .integer, .literal, .string:
            let text = self.text
            compact.append(text.span.extracting(textRange(node)))
        }
    }

    /// The node of each name's first occurrence, and that of its last value.
    private func membersOfLastValues(_ object: JSON) -> [(name: Int, value: Int)] {
        guard index.hasRepeatedNames else { return object.members.map { ($0.value.position - 1, $0.value.position) } }
        var members: [(name: Int, value: Int)] = []
        var numbers: [ExactText: Int] = [:]
        for (name, value) in object.members {
            if let number = numbers[ExactText(name)] {
                members[number].value = value.position
            } else {
                numbers[ExactText(name)] = members.count
                members.append((value.position - 1, value.position))
            }
        }
        return members
    }
}
