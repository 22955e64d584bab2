extension JSON {
    /// The elements of an array.
    public struct Elements: Sendable {
        let array: JSON
        /// How many there are.
        public let count: Int

        init(_ value: JSON) {
            array = value
            count = value.node.kind == .array ? value.node.count : 0
        }
    }

    /// The members of an object, in the order of the text.
    public struct Members: Sendable {
        /// One name and its value.
        public typealias Element = (name: String, value: JSON)

        let object: JSON
        /// How many there are.
        public let count: Int

        init(_ value: JSON) {
            object = value
            count = value.node.kind == .object ? value.node.count : 0
        }

        /// The names, in order.
        public var names: some Collection<String> { lazy.map(\.name) }
    }

    /// The position of an element or a member.
    public struct Index: Sendable, Comparable {
        let position: Int

        /// Whether `left` comes first.
        public static func < (left: Index, right: Index) -> Bool { left.position < right.position }
    }
}

extension JSON.Elements: Collection {
    /// The position of the first element.
    public var startIndex: JSON.Index { .init(position: count == 0 ? 0 : array.position + 1) }
    /// The position behind the last element.
    public var endIndex: JSON.Index { .init(position: count == 0 ? 0 : array.node.next) }
    /// The position of the element after another.
    public func index(after index: JSON.Index) -> JSON.Index {
        .init(position: array.document.index.nodes[index.position].following(index.position))
    }
    /// The element at that position.
    public subscript(index: JSON.Index) -> JSON { JSON(document: array.document, position: index.position) }
}

extension JSON.Members: Collection {
    /// The position of the first member.
    public var startIndex: JSON.Index { .init(position: count == 0 ? 0 : object.position + 1) }
    /// The position behind the last member.
    public var endIndex: JSON.Index { .init(position: count == 0 ? 0 : object.node.next) }
    /// The position of the member after another.
    public func index(after index: JSON.Index) -> JSON.Index {
        .init(position: object.document.index.nodes[index.position + 1].following(index.position + 1))
    }
    /// The member at that position.
    public subscript(index: JSON.Index) -> Element {
        (
            object.document.string(object.document.index.nodes[index.position]),
            JSON(document: object.document, position: index.position + 1)
        )
    }
}
