/// Members that are added to many objects: prepared once, then laid over each document in one pass.
///
/// A member is at a path of names; the objects on the way are made where they are missing. Where a value on the way is
/// no object, the member is not added. Unlike with ``JSON/changing(_:)`` the members are known before the document is.
package struct JSONOverlay: Sendable {
    /// One member.
    package struct Addition: Sendable {
        /// What the member has as its value.
        package enum Value: Sendable {
            case value(JSONValue)
            /// A value that is given for each document.
            case slot(Int)
        }

        let path: [String]
        let value: Value
        /// Whether a value that is there is kept; otherwise it is replaced.
        let isKept: Bool

        /// Adds a member at a path of at least one name.
        package init(_ value: Value, at path: [String], keepingOwn isKept: Bool) {
            (self.path, self.value, self.isKept) = (path, value, isKept)
        }
    }

    fileprivate struct Member: Sendable {
        enum Content: Sendable {
            case value(Addition.Value, isKept: Bool)
            case object(Level)
        }
        let name: JSONName
        var content: Content
    }

    /// The members of one object, no two with the same name.
    fileprivate struct Level: Sendable {
        var members: [Member] = []
        /// The bits of the names' hashes, so that most names of a document are compared with none of them.
        var filter: UInt64 = 0
        /// An object of the members that are the same for every document.
        var fixed = JSON(.object([:]))
        /// The numbers of the others.
        var varying: [Int] = []

        /// The members that were found in a document are the bits of a word.
        static let capacity = UInt64.bitWidth
    }

    private(set) fileprivate var root = Level()

    /// The members, in their order, as few overlays to be laid one after the other: a member that lies in another one
    /// is in a later overlay. Of two at the same path the first that is kept, or the last that replaces, counts.
    package static func layers(of additions: [Addition]) -> [JSONOverlay] {
        var layers = [JSONOverlay()]
        for addition in additions where !layers[layers.count - 1].root.add(addition, at: addition.path[...]) {
            layers.append(JSONOverlay())
            _ = layers[layers.count - 1].root.add(addition, at: addition.path[...])
        }
        for layer in layers.indices { layers[layer].root.prepare() }
        return layers
    }
}

extension JSONOverlay.Level {
    /// Adds a member.
    ///
    /// - Returns: whether there is room for it, and no other member is where it or an object on its way would be.
    fileprivate mutating func add(_ addition: JSONOverlay.Addition, at path: ArraySlice<String>) -> Bool {
        guard let name = path.first else { return true }
        let isLast = path.count == 1
        guard let number = members.firstIndex(where: { $0.name.text.isExactly(name) }) else {
            guard members.count < Self.capacity else { return false }
            var inner = JSONOverlay.Level()
            if !isLast { _ = inner.add(addition, at: path.dropFirst()) }
            let name = JSONName(name)
            filter |= Self.bit(of: name.hash)
            members.append(
                .init(
                    name: name,
                    content: isLast ? .value(addition.value, isKept: addition.isKept) : .object(inner)))
            return true
        }
        switch members[number].content {
        case .value:
            guard isLast else { return false }
            if !addition.isKept { members[number].content = .value(addition.value, isKept: false) }
            return true
        case .object(var inner):
            if isLast { return addition.isKept }  // the object is there, whatever the document has
            let isAdded = inner.add(addition, at: path.dropFirst())
            members[number].content = .object(inner)
            return isAdded
        }
    }

    /// Writes the members that are the same for every document.
    fileprivate mutating func prepare() {
        var builder = JSONBuilder()
        builder.beginObject()
        for number in members.indices {
            if case .object(var inner) = members[number].content {
                inner.prepare()
                members[number].content = .object(inner)
            }
            guard members[number].isFixed else {
                varying.append(number)
                continue
            }
            builder.append(number, of: self) { _, _ in }
        }
        builder.endObject()
        fixed = builder.finish()
    }

    static func bit(of hash: UInt32) -> UInt64 { 1 << UInt64(hash & 63) }

    /// The member with the name of a node; `nil` where none has it.
    @inline(__always)
    fileprivate func number(of name: JSONNode, in document: JSONDocument) -> Int? {
        let hash = document.hash(name)
        guard filter & Self.bit(of: hash) != 0 else { return nil }
        for number in members.indices where members[number].name.hash == hash {
            if members[number].name.text.withUTF8Bytes({ document.isString(name, $0) }) { return number }
        }
        return nil
    }
}

extension JSONOverlay.Member {
    /// Whether it is the same for every document.
    fileprivate var isFixed: Bool {
        switch content {
        case .value(.value, _): true
        case .value(.slot, _): false
        case .object(let inner): inner.varying.isEmpty
        }
    }
}

extension JSON {
    /// The object with the members of overlays, as a new document. What is not changed is copied as it stands; a value
    /// that is no object stays as it is.
    ///
    /// The overlays are laid one after the other. `fill` writes the value of a slot; it is not called where the
    /// document keeps its own.
    ///
    /// - Complexity: linear in the size of the result.
    package func laying(_ layers: [JSONOverlay], fill: (Int, inout JSONBuilder) -> Void) -> JSON {
        var laid = self
        for layer in layers {
            var builder = JSONBuilder(capacity: laid.bytes.count + 512)
            builder.value(laid, under: layer.root, fill)
            laid = (consume builder).finish()
        }
        return laid
    }
}

extension JSONBuilder {
    /// Writes a value with the members of an overlay.
    fileprivate mutating func value(
        _ value: JSON, under level: JSONOverlay.Level, _ fill: (Int, inout JSONBuilder) -> Void
    ) {
        guard value.node.kind == .object else { return self.value(value) }
        beginObject()
        let found = copyMembers(of: value, under: level, fill)
        if found == 0 {
            append(level, fill)
        } else {
            for number in level.members.indices where found & 1 << UInt64(number) == 0 {
                append(number, of: level, fill)
            }
        }
        endObject()
    }

    /// Copies the members of an object, those that the overlay does not change in runs as they stand.
    ///
    /// - Returns: the members of the overlay whose names the object has, as bits.
    private mutating func copyMembers(
        of object: JSON, under level: JSONOverlay.Level, _ fill: (Int, inout JSONBuilder) -> Void
    ) -> UInt64 {
        let document = object.document
        let nodes = document.index.nodes
        var found: UInt64 = 0
        var name = object.position + 1
        var (runStart, runCount) = (name, 0)
        for _ in 0..<object.node.count {
            let next = nodes[name + 1].following(name + 1)
            let number = level.number(of: nodes[name], in: document)
            if let number { found |= 1 << UInt64(number) }
            if let number, !level.members[number].keepsOwn {
                append(document, members: runStart..<name, count: runCount)
                self.name(level.members[number].name)
                switch level.members[number].content {
                case .value(let value, _): append(value, fill)
                case .object(let inner): value(JSON(document: document, position: name + 1), under: inner, fill)
                }
                (runStart, runCount) = (next, 0)
            } else {
                runCount += 1
            }
            name = next
        }
        append(document, members: runStart..<name, count: runCount)
        return found
    }

    /// Appends all members of a level, to an object that has none of their names.
    private mutating func append(_ level: JSONOverlay.Level, _ fill: (Int, inout JSONBuilder) -> Void) {
        let fixed = level.fixed
        append(fixed.document, members: 1..<fixed.node.next, count: fixed.node.count)
        for number in level.varying { append(number, of: level, fill) }
    }

    /// Appends the member with a number, which is not copied.
    fileprivate mutating func append(
        _ number: Int, of level: JSONOverlay.Level, _ fill: (Int, inout JSONBuilder) -> Void
    ) {
        name(level.members[number].name)
        switch level.members[number].content {
        case .value(let value, _): append(value, fill)
        case .object(let inner):
            beginObject()
            append(inner, fill)
            endObject()
        }
    }

    private mutating func append(
        _ value: JSONOverlay.Addition.Value, _ fill: (Int, inout JSONBuilder) -> Void
    ) {
        switch value {
        case .value(let value): self.value(value)
        case .slot(let number): fill(number, &self)
        }
    }
}

extension JSONOverlay.Member {
    /// Whether the value that a document has is kept as a whole.
    fileprivate var keepsOwn: Bool { if case .value(_, let isKept) = content { isKept } else { false } }
}
