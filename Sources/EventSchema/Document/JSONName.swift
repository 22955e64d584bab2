/// A name of many members: it is escaped and hashed once.
package final class JSONName: Sendable {
    /// The name.
    let text: String
    /// The name between quotation marks, with a colon behind.
    private let bytes: ContiguousArray<UInt8>
    /// The node of the name, as the first one of an object.
    private let node: JSONNode
    /// What the name stands for, where it has escapes.
    private let unescaped: ContiguousArray<UInt8>
    /// The hash of the name, as a document has it.
    let hash: UInt32

    package init(_ name: String) {
        var builder = JSONBuilder()
        builder.beginObject()
        builder.name(name)
        text = name
        bytes = ContiguousArray(builder.bytes.dropFirst())
        (node, unescaped) = (builder.index.nodes[1], builder.index.unescaped)
        hash = name.withUTF8Bytes { WordHash.hash($0.span) }
    }

    /// Appends name and colon.
    func append(to text: inout TextBuffer, _ index: inout JSONIndex) {
        index.nodes.append(node.moved(bytes: text.count - 1, nodes: 0, unescaped: index.unescaped.count))
        let bytes = bytes
        text.append(bytes.span)
        if !unescaped.isEmpty { index.unescaped.append(contentsOf: unescaped) }
    }
}
