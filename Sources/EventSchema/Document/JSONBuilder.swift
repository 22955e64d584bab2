/// Builds a document: text and index at once, so that what is built is not parsed.
///
/// ```swift
/// var builder = JSONBuilder()
/// builder.beginObject()
/// builder.name("title")
/// builder.value("Molen")
/// builder.endObject()
/// let json = builder.finish()  // {"title":"Molen"}
/// ```
///
/// Commas and colons are written by the builder. Its caller opens, names and closes in order, and gives each name of an
/// object once.
public struct JSONBuilder: Sendable {
    private var text: ContiguousArray<UInt8> = []
    private var index = JSONIndex()
    /// The open arrays and objects: their nodes, and how many values each has.
    private var open: ContiguousArray<(node: Int, count: Int)> = []
    private var isAfterName = false

    /// Creates an empty builder with room for that many bytes.
    public init(capacity: Int = 0) {
        text.reserveCapacity(capacity)
        index.nodes.reserveCapacity(capacity / 12)
    }

    /// The document that was built, or `null` when nothing was. What is open is closed.
    public consuming func finish() -> JSON {
        while !open.isEmpty { close() }
        if index.nodes.isEmpty { null() }
        return JSON(document: JSONDocument(text, index), position: 0)
    }

    // MARK: - Arrays and objects

    /// Opens an object.
    public mutating func beginObject() { begin(.object, ascii("{")) }
    /// Closes the innermost array or object.
    public mutating func endObject() { close() }
    /// Opens an array.
    public mutating func beginArray() { begin(.array, ascii("[")) }
    /// Closes the innermost array or object.
    public mutating func endArray() { close() }

    private mutating func begin(_ kind: JSONNode.Kind, _ bracket: UInt8) {
        separate()
        open.append((index.nodes.count, 0))
        index.nodes.append(.open(kind, at: text.count))
        text.append(bracket)
    }

    private mutating func close() {
        guard let (node, count) = open.popLast() else { return }
        text.append(index.nodes[node].kind == .object ? ascii("}") : ascii("]"))
        index.nodes[node].close(count: count, next: index.nodes.count, end: text.count)
    }

    /// Before a value: a comma, unless it is the first or has a name.
    private mutating func separate() {
        guard let last = open.indices.last, !isAfterName else { return isAfterName = false }
        if open[last].count > 0 { text.append(ascii(",")) }
        open[last].count += 1
    }

    /// Writes the name of the next member.
    public mutating func name(_ name: String) {
        separate()
        appendString(name)
        text.append(ascii(":"))
        isAfterName = true
    }

    // MARK: - Values

    /// Writes `null`.
    public mutating func null() { word(.null, "null") }

    /// Writes a boolean.
    public mutating func value(_ value: Bool) { word(value ? .true : .false, value ? "true" : "false") }

    private mutating func word(_ kind: JSONNode.Kind, _ word: StaticString) {
        separate()
        index.nodes.append(.word(kind, at: text.count))
        for offset in 0..<word.utf8CodeUnitCount { unsafe text.append(word.utf8Start[offset]) }
    }

    /// Writes an integer.
    public mutating func value(_ value: some BinaryInteger) { self.value(JSONNumber(value)) }

    /// Writes a number, digit by digit as it was spelled.
    public mutating func value(_ value: JSONNumber) {
        separate()
        let literal = value.literal.utf8
        // As the reader does: the spelling `-0`, and more than 18 digits, are not ordinary integers.
        if let integer = value.ordinaryInteger {
            index.nodes.append(.integer(integer, at: text.count, length: literal.count))
        } else {
            index.nodes.append(.literal(at: text.count, length: literal.count))
        }
        text.append(contentsOf: literal)
    }

    /// Writes a string. Escaped are `"`, `\`, the control characters below U+0020, and halves of surrogate pairs as
    /// ``JSON/Options/allowsLoneSurrogates`` lets them be read; all else goes out as UTF-8.
    public mutating func value(_ value: String) {
        separate()
        appendString(value)
    }

    /// Writes a value of any document, its bytes as they are.
    public mutating func value(_ value: JSON) {
        separate()
        append(value.document, nodes: value.position..<value.node.following(value.position))
    }

    /// Writes a tree.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.value(bool)
        case .number(let number): self.value(number)
        case .string(let string): self.value(string)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for (name, member) in object {
                self.name(name)
                self.value(member)
            }
            endObject()
        }
    }

    /// Appends that many members of an object, which have these nodes.
    mutating func append(_ document: JSONDocument, values nodes: Range<Int>, count: Int) {
        guard count > 0 else { return }
        separate()
        if let last = open.indices.last { open[last].count += count - 1 }
        append(document, nodes: nodes)
    }

    /// Appends values that stand one behind the other in a document, with all that is between them.
    private mutating func append(_ document: JSONDocument, nodes: Range<Int>) {
        let range = document.textRange(ofNodes: nodes)
        let (bytes, shift) = (text.count - range.lowerBound, index.nodes.count - nodes.lowerBound)
        text.append(contentsOf: document.text[range])
        let source = document.index
        for position in nodes {
            let node = source.nodes[position]
            guard node.isEscaped else {
                index.nodes.append(node.moved(bytes: bytes, nodes: shift, unescaped: 0))
                continue
            }
            let moved = index.unescaped.count - node.unescapedRange.lowerBound
            index.unescaped.append(contentsOf: source.unescaped[node.unescapedRange])
            index.nodes.append(node.moved(bytes: bytes, nodes: shift, unescaped: moved))
        }
    }

    // MARK: - Strings

    private mutating func appendString(_ string: String) {
        text.append(ascii("\""))
        let start = text.count
        let isPlain = string.withUTF8Bytes { utf8 in
            guard utf8.firstToEscape(from: 0) == nil else { return false }
            text.append(contentsOf: utf8)
            return true
        }
        if isPlain {
            let hash = NameHash.hash(text.span.extracting(start..<text.count))
            index.nodes.append(.string(at: start, length: text.count - start, hash: hash))
            text.append(ascii("\""))
        } else {
            appendEscaped(string, at: start)
        }
    }

    private mutating func appendEscaped(_ string: String, at start: Int) {
        let first = index.unescaped.count
        index.unescaped.append(contentsOf: string.utf8)
        index.nodes.append(.escapedString(at: start, unescaped: first..<index.unescaped.count))
        // The writer that stands, until it is replaced by this builder.
        var writer = JSONWriter(capacity: string.utf8.count + 16)
        writer.value(string)
        text.append(contentsOf: writer.bytes.dropFirst())
    }
}

extension JSONNumber {
    /// The value of an integer that the reader takes for one.
    fileprivate var ordinaryInteger: Int64? {
        guard isLexicalInteger, let int64, int64.magnitude < 1_000_000_000_000_000_000 else { return nil }
        return int64 == 0 && literal.utf8.first == ascii("-") ? nil : int64
    }
}

extension JSONDocument {
    /// The bytes from the first of these nodes to the end of the last one and all that is in it.
    fileprivate func textRange(ofNodes nodes: Range<Int>) -> Range<Int> {
        let start = textRange(index.nodes[nodes.lowerBound]).lowerBound
        var last = nodes.lowerBound
        while index.nodes[last].following(last) < nodes.upperBound { last = index.nodes[last].following(last) }
        return start..<textRange(index.nodes[last]).upperBound
    }
}
