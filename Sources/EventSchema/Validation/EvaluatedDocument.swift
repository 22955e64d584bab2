/// A document that is evaluated, and the defaults that are filled into it.
///
/// Defaults are written behind the document, into the same text and nodes; which object or array they belong to is on a
/// list. So a node's number is the place of any value, and what was there before keeps its number.
final class EvaluatedDocument {
    private let original: JSON
    private var parts: JSONBuilder
    /// How many nodes the value has without defaults.
    private let originalCount: Int
    /// The nodes of the names that were added to an object, or of the elements that were added to an array.
    private var additions: [Int: [Int]] = [:]

    init(_ value: JSON) {
        original = value
        parts = JSONBuilder(capacity: value.bytes.count)
        parts.value(value)
        originalCount = parts.index.nodes.count
    }

    /// The number of bytes with the defaults.
    var size: Int { parts.byteCount }

    /// The number of bytes of the defaults that were filled into a value, at any depth.
    ///
    /// - Complexity: linear in the value with its defaults.
    func addedSize(of position: Int) -> Int {
        guard !additions.isEmpty else { return 0 }
        var size = 0
        var values = [position]
        while let value = values.popLast() {
            for container in value..<node(value).following(value) {
                guard let added = additions[container] else { continue }
                let isObject = node(container).kind == .object
                for part in added {
                    size += self.size(of: part) + (isObject ? self.size(of: part + 1) : 0)
                    values.append(isObject ? part + 1 : part)
                }
            }
        }
        return size
    }

    // MARK: - Values

    /// The value as it was before defaults were filled in.
    func json(_ position: Int) -> JSON { JSON(document: original.document, position: original.position + position) }

    func node(_ position: Int) -> JSONNode { parts.index.nodes[position] }

    /// The number of bytes of a value, without defaults.
    func size(of position: Int) -> Int { node(position).byteCount }

    /// Whether more arrays and objects are nested in a value than that, without defaults.
    func isNested(deeperThan depth: Int, at position: Int) -> Bool {
        let nodes = parts.index.nodes
        return nodes.span.isNested(deeperThan: depth, at: position)
    }

    /// The text of a string or a name.
    func string(_ position: Int) -> String {
        let node = node(position)
        guard node.isEscaped else { return text(node.range) }
        let unescaped = parts.index.unescaped
        return String(unescaped.span.extracting(node.unescapedRange))
    }

    func number(_ position: Int) -> JSONNumber {
        let node = node(position)
        return node.kind == .integer ? JSONNumber(node.integer) : JSONNumber(checkedLiteral: text(node.range))
    }

    private func text(_ range: Range<Int>) -> String {
        let text = parts.text.storage
        return String(text.span.extracting(range))
    }

    /// How many elements or members there are, with those that were added.
    func count(_ position: Int) -> Int { node(position).count + (additions[position]?.count ?? 0) }

    /// The elements of an array.
    func elements(of array: Int) -> [Int] { parts.index.elements(of: array) + (additions[array] ?? []) }

    /// The nodes of the names of an object; each value is behind its name.
    func names(of object: Int) -> [Int] { parts.index.names(of: object) + (additions[object] ?? []) }

    /// The value of a name in an object.
    func value(of name: String, in object: Int) -> Int? {
        names(of: object).first { string($0).isExactly(name) }.map { $0 + 1 }
    }

    /// The value as a tree, with the defaults in it.
    func tree(_ position: Int) -> JSONValue {
        switch node(position).kind {
        case .null: .null
        case .false: .bool(false)
        case .true: .bool(true)
        case .integer, .literal: .number(number(position))
        case .string, .escapedString: .string(string(position))
        case .array: .array(elements(of: position).map(tree))
        case .object: .object(JSONObject(distinct: names(of: position).map { (string($0), tree($0 + 1)) }))
        }
    }

    // MARK: - Defaults

    /// The value with its defaults; `nil` when none was filled in. What has none is copied as it stands.
    ///
    /// - Complexity: n log n in the number of defaults, otherwise linear.
    var filled: JSON? {
        guard !additions.isEmpty else { return nil }
        var builder = JSONBuilder(capacity: parts.text.count)
        var changed = additions.keys.sorted()[...]
        write(0, &changed, to: &builder)
        return builder.finish()
    }

    /// Writes a value. `changed` are the objects and arrays with additions that have not been written, in the order of
    /// the document, which is that of writing.
    private func write(_ position: Int, _ changed: inout ArraySlice<Int>, to builder: inout JSONBuilder) {
        let isAdded = position >= originalCount
        if isAdded { return builder.value(tree(position)) }
        let nodes = position..<node(position).following(position)
        guard let next = changed.first, nodes.contains(next) else { return builder.value(json(position)) }
        if next == position { changed.removeFirst() }
        if node(position).kind == .array {
            builder.beginArray()
            for element in elements(of: position) { write(element, &changed, to: &builder) }
            builder.endArray()
        } else {
            builder.beginObject()
            for name in names(of: position) {
                builder.name(string(name))
                write(name + 1, &changed, to: &builder)
            }
            builder.endObject()
        }
    }

    /// Adds a member to an object.
    func add(_ name: String, _ value: JSONValue, to object: Int) {
        additions[object, default: []].append(parts.index.nodes.count)
        parts.value(name)  // the node of a name is that of a string
        parts.value(value)
    }

    /// Adds an element to an array.
    func add(_ value: JSONValue, to array: Int) {
        additions[array, default: []].append(parts.index.nodes.count)
        parts.value(value)
    }
}

extension JSONIndex {
    fileprivate func elements(of array: Int) -> [Int] {
        var elements: [Int] = []
        elements.reserveCapacity(nodes[array].count)
        var element = array + 1
        for _ in 0..<nodes[array].count {
            elements.append(element)
            element = nodes[element].following(element)
        }
        return elements
    }

    fileprivate func names(of object: Int) -> [Int] {
        var names: [Int] = []
        names.reserveCapacity(nodes[object].count)
        var name = object + 1
        for _ in 0..<nodes[object].count {
            names.append(name)
            name = nodes[name + 1].following(name + 1)
        }
        return names
    }
}
