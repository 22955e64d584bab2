/// A text and where its values are: what all places in it share.
final class JSONDocument: Sendable {
    let text: ContiguousArray<UInt8>
    let index: JSONIndex

    init(_ text: ContiguousArray<UInt8>, _ index: JSONIndex) {
        self.text = text
        self.index = index
    }

    convenience init(parsing text: ContiguousArray<UInt8>, options: JSON.Options) throws(JSONParseError) {
        var index = JSONIndex()
        try index.read(text.span, options: options)
        self.init(text, index)
    }

    /// The text of a string.
    func string(_ node: JSONNode) -> String {
        node.isEscaped
            ? String(decoding: index.unescaped[node.unescapedRange], as: UTF8.self)
            : String(decoding: text[node.range], as: UTF8.self)
    }

    /// The hash of a string.
    func hash(_ node: JSONNode) -> UInt32 {
        guard node.isEscaped else { return node.hash }
        let unescaped = index.unescaped
        return WordHash.hash(unescaped.span.extracting(node.unescapedRange))
    }

    /// The node of the value with a name, in the object of a node.
    func value(named name: String, in object: Int) -> Int? {
        let nodes = index.nodes
        return name.withUTF8Bytes { name in
            let (nodes, hash) = (nodes.span, WordHash.hash(name.span))
            let end = nodes[object].next
            var member = object &+ 1
            while member < end {
                let node = nodes[member]
                if node.isEscaped || node.hash == hash, isString(node, name) { return member &+ 1 }
                member = nodes[member &+ 1].following(member &+ 1)
            }
            return nil
        }
    }

    /// Whether a string has these bytes.
    func isString(_ node: JSONNode, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard node.isEscaped else {
            let text = text
            return text.span.extracting(node.range).hasSameBytes(as: bytes.span)
        }
        let unescaped = index.unescaped
        return unescaped.span.extracting(node.unescapedRange).hasSameBytes(as: bytes.span)
    }

    /// Where a value is in the text.
    func textRange(_ node: JSONNode) -> Range<Int> {
        guard node.isEscaped else { return node.textRange }
        var end = Int(node.offset)
        while text[end] != ascii("\"") { end += text[end] == ascii("\\") ? 2 : 1 }
        return (Int(node.offset) - 1)..<(end + 1)
    }
}
