extension JSONDocument {
    /// The text with each name of an object once: the last value at the first one's position. White space is left out
    /// of objects and arrays.
    func textWithoutRepeatedNames() -> ContiguousArray<UInt8> {
        var text = ContiguousArray<UInt8>()
        text.reserveCapacity(self.text.count)
        appendWithoutRepeatedNames(0, to: &text)
        return text
    }

    private func appendWithoutRepeatedNames(_ position: Int, to text: inout ContiguousArray<UInt8>) {
        let node = index.nodes[position]
        switch node.kind {
        case .array:
            text.append(ascii("["))
            for element in JSON(document: self, position: position).elements {
                if text.last != ascii("[") { text.append(ascii(",")) }
                appendWithoutRepeatedNames(element.position, to: &text)
            }
            text.append(ascii("]"))
        case .object:
            text.append(ascii("{"))
            for (name, value) in membersOfLastValues(position) {
                if text.last != ascii("{") { text.append(ascii(",")) }
                appendWithoutRepeatedNames(name, to: &text)
                text.append(ascii(":"))
                appendWithoutRepeatedNames(value, to: &text)
            }
            text.append(ascii("}"))
        default: text.append(contentsOf: self.text[textRange(node)])
        }
    }

    /// The node of each name's first occurrence, and that of its last value.
    private func membersOfLastValues(_ position: Int) -> [(name: Int, value: Int)] {
        var members: [(name: Int, value: Int)] = []
        var numbers: [ExactText: Int] = [:]
        for (name, value) in JSON(document: self, position: position).members {
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
