extension JSONDocument {
    /// A value's text without white space between its parts, with strings escaped only where they must be, and with
    /// each name of an object once: the last value at the first one's position. Numbers are as they were spelled.
    func compactText(of position: Int) -> ContiguousArray<UInt8> {
        let (text, nodes) = (text, index.nodes)
        var compact = TextBuffer(capacity: textRange(nodes[position]).count)
        appendCompact(position, nodes.span, text.span, to: &compact)
        return compact.take()
    }

    private func appendCompact(
        _ position: Int, _ nodes: Span<JSONNode>, _ text: Span<UInt8>, to compact: inout TextBuffer
    ) {
        let node = nodes[position]
        switch node.kind {
        case .array:
            compact.append(ascii("["))
            var element = position + 1
            while element < node.next {
                appendCompact(element, nodes, text, to: &compact)
                element = nodes[element].following(element)
                if element < node.next { compact.append(ascii(",")) }
            }
            compact.append(ascii("]"))
        case .object:
            compact.append(ascii("{"))
            if index.hasRepeatedNames {
                appendLastValues(of: position, nodes, text, to: &compact)
            } else {
                var name = position + 1
                while name < node.next {
                    append(name, name + 1, nodes, text, to: &compact)
                    name = nodes[name + 1].following(name + 1)
                    if name < node.next { compact.append(ascii(",")) }
                }
            }
            compact.append(ascii("}"))
        case .escapedString:
            let unescaped = index.unescaped
            compact.append(escaping: unescaped.span.extracting(node.unescapedRange))
        case .null, .false, .true, .integer, .literal, .string: compact.append(text.extracting(node.textRange))
        }
    }

    private func append(
        _ name: Int, _ value: Int, _ nodes: Span<JSONNode>, _ text: Span<UInt8>, to compact: inout TextBuffer
    ) {
        appendCompact(name, nodes, text, to: &compact)
        compact.append(ascii(":"))
        appendCompact(value, nodes, text, to: &compact)
    }

    /// Appends the members of an object, each name where it occurs first, with its last value.
    private func appendLastValues(
        of object: Int, _ nodes: Span<JSONNode>, _ text: Span<UInt8>, to compact: inout TextBuffer
    ) {
        var members: [(name: Int, value: Int)] = []
        var numbers: [ExactText: Int] = [:]
        var name = object + 1
        while name < nodes[object].next {
            let exactName = ExactText(string(nodes[name]))
            if let number = numbers[exactName] {
                members[number].value = name + 1
            } else {
                numbers[exactName] = members.count
                members.append((name, name + 1))
            }
            name = nodes[name + 1].following(name + 1)
        }
        for (number, member) in members.enumerated() {
            if number > 0 { compact.append(ascii(",")) }
            append(member.name, member.value, nodes, text, to: &compact)
        }
    }
}
