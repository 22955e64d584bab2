extension JSON {
    /// A document of a tree: its compact text.
    ///
    /// - Complexity: linear in the size of the text.
    public init(_ tree: JSONValue) {
        var builder = JSONBuilder(capacity: 1024)
        builder.value(tree)
        self = builder.finish()
    }
}

extension JSONValue {
    /// The value as a tree, which can be changed in place.
    ///
    /// - Complexity: linear in the number of values.
    public init(_ value: JSON) {
        let document = value.document
        let (text, nodes, unescaped) = (document.text, document.index.nodes, document.index.unescaped)
        var position = value.position
        self.init(text.span, nodes.span, unescaped.span, &position)
    }

    /// The value of the node at a position, which then is that of the node behind the value.
    init(_ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: inout Int) {
        let node = nodes[position]
        position &+= 1
        switch node.kind {
        case .null: self = .null
        case .true: self = .bool(true)
        case .false: self = .bool(false)
        case .integer: self = .number(JSONNumber(node.integer))
        case .literal: self = .number(JSONNumber(checkedLiteral: String(text.extracting(node.range))))
        case .string: self = .string(String(text.extracting(node.range)))
        case .escapedString: self = .string(String(unescaped.extracting(node.unescapedRange)))
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(node.count)
            for _ in 0..<node.count { elements.append(JSONValue(text, nodes, unescaped, &position)) }
            self = .array(elements)
        case .object: self = .object(JSONObject(text, nodes, unescaped, node.count, &position))
        }
    }
}

extension JSONObject {
    /// The object of that many members from a position on.
    fileprivate init(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ count: Int, _ position: inout Int
    ) {
        var members: [Member] = []
        members.reserveCapacity(count)
        for _ in 0..<count {
            let node = nodes[position]
            position &+= 1
            let name = String(
                node.isEscaped ? unescaped.extracting(node.unescapedRange) : text.extracting(node.range))
            members.append((name, JSONValue(text, nodes, unescaped, &position)))
        }
        self.init(distinct: members)
    }
}
