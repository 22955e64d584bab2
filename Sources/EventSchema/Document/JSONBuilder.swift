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
/// object once. What is built is well-formed also where that is not so: a name without a value has `null`, a value
/// without a name its number in the object, and a name that is not in an object has no effect. Of more than 16 777 215
/// values in an array or object, which the reader refuses, only so many are counted and found.
public struct JSONBuilder: Sendable {
    private(set) var text: TextBuffer
    private(set) var index = JSONIndex()
    /// The innermost open array or object. Its node has the one around it.
    private var level = Level()
    private var isAfterName = false
    private let emptyHash = WordHash()

    private struct Level: BitwiseCopyable, Sendable {
        /// The number of the node; −1 outside of everything.
        var node = -1
        /// How many values it has so far.
        var count = 0
        var isObject = false
    }

    /// Creates an empty builder with room for that many bytes.
    public init(capacity: Int = 0) {
        text = TextBuffer(capacity: capacity)
        index.nodes.reserveCapacity(capacity / 12)
    }

    /// The document that was built, or `null` when nothing was. What is open is closed. Of several values outside of
    /// arrays and objects, it is the first.
    public consuming func finish() -> JSON {
        while level.node >= 0 { close() }
        if index.nodes.isEmpty { null() }
        var taken = JSONIndex()
        swap(&taken, &index)
        return JSON(document: JSONDocument(text.take(), taken), position: 0)
    }

    /// The text that has been written so far. A copy.
    public var bytes: [UInt8] { text.bytes }

    /// The number of bytes that have been written so far.
    package var byteCount: Int { text.count }

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
        let node = JSONNode.open(kind, at: text.count, within: level.node, after: level.count)
        level = Level(node: index.nodes.count, isObject: kind == .object)
        index.nodes.append(node)
        text.append(bracket)
    }

    private mutating func close() {
        guard level.node >= 0 else { return }
        if isAfterName { null() }
        let outer = index.nodes[level.node].outer
        text.append(level.isObject ? ascii("}") : ascii("]"))
        index.nodes[level.node].close(count: level.count, next: index.nodes.count, end: text.count)
        let isObject = outer.node >= 0 && index.nodes[outer.node].kind == .object
        level = Level(node: outer.node, count: outer.count, isObject: isObject)
    }

    /// Before a value: a comma, unless it is the first or has a name.
    @inline(__always)
    private mutating func separate() {
        guard level.node >= 0, !isAfterName else { return isAfterName = false }
        guard !level.isObject else { return addNumberAsName() }
        beginPart()
    }

    /// Before an element, or the name of a member.
    @inline(__always)
    private mutating func beginPart() {
        if level.count > 0 { text.append(ascii(",")) }
        level.count &+= 1
    }

    @inline(never)
    private mutating func addNumberAsName() {
        name(String(level.count))
        isAfterName = false
    }

    /// Writes the name of the next member.
    public mutating func name(_ name: String) {
        guard mayName() else { return }
        beginPart()
        append(name, then: ascii(":"))
        isAfterName = true
    }

    /// Writes the name of the next member, which was prepared.
    package mutating func name(_ name: JSONName) {
        guard mayName() else { return }
        beginPart()
        name.append(to: &text, &index)
        isAfterName = true
    }

    /// Whether a name may stand here, once the one before it has a value.
    @inline(__always)
    private mutating func mayName() -> Bool {
        if isAfterName { null() }
        return level.isObject
    }

    /// The hash of the name that was just written; `nil` when it has escapes.
    package var hashOfLastName: UInt32? {
        guard let name = index.nodes.last, !name.isEscaped else { return nil }
        return name.hash
    }

    /// Whether the object has the name that was just written, one without escapes, before that too.
    ///
    /// - Complexity: linear in the number of members.
    package var repeatsLastName: Bool {
        let last = index.nodes.count - 1
        let (name, text) = (index.nodes[last], text.storage.span)
        var position = level.node + 1
        while position < last {
            let other = index.nodes[position]
            if !other.isEscaped, other.hash == name.hash,
                text.extracting(other.range).hasSameBytes(as: text.extracting(name.range))
            {
                return true
            }
            position = index.nodes[position + 1].following(position + 1)
        }
        return false
    }

    // MARK: - Values

    /// Writes `null`.
    public mutating func null() { append(.null, "null") }

    /// Writes a boolean.
    public mutating func value(_ value: Bool) { append(value ? .true : .false, value ? "true" : "false") }

    private mutating func append(_ kind: JSONNode.Kind, _ word: StaticString) {
        separate()
        index.nodes.append(.word(kind, at: text.count))
        text.append(word)
    }

    /// Writes an integer.
    public mutating func value(_ value: some BinaryInteger) { self.value(JSONNumber(value)) }

    /// Writes a number, digit by digit as it was spelled.
    public mutating func value(_ value: JSONNumber) {
        separate()
        let start = text.count
        text.append(value)
        // As the reader does: more than 18 digits are a literal.
        if let integer = value.ordinaryInteger, integer.magnitude < 1_000_000_000_000_000_000 {
            index.nodes.append(.integer(integer, at: start, length: text.count - start))
        } else {
            index.nodes.append(.literal(at: start, length: text.count - start))
        }
    }

    /// Writes a string. Escaped are `"`, `\`, the control characters below U+0020, and halves of surrogate pairs as
    /// ``JSON/Options/allowsLoneSurrogates`` lets them be read; all else goes out as UTF-8.
    public mutating func value(_ value: String) {
        separate()
        append(value)
    }

    private mutating func append(_ string: String, then byte: UInt8? = nil) {
        string.withUTF8Bytes { utf8 in
            let start = text.count + 1
            if let hash = text.append(plain: utf8.span, emptyHash, then: byte) {
                return index.nodes.append(.string(at: start, length: utf8.count, hash: hash))
            }
            let first = index.unescaped.count
            index.unescaped.append(contentsOf: utf8)
            index.nodes.append(.escapedString(at: start, unescaped: first..<index.unescaped.count))
            text.append(escaping: utf8.span)
            if let byte { text.append(byte) }
        }
    }

    // MARK: - Parts of documents

    /// Writes a value of any document, its bytes as they are.
    public mutating func value(_ value: JSON) {
        separate()
        append(value.document, nodes: value.position..<value.node.following(value.position))
    }

    /// Appends that many members of an object, which have these nodes.
    mutating func append(_ document: JSONDocument, members nodes: Range<Int>, count: Int) {
        guard count > 0 else { return }
        beginPart()
        level.count += count - 1
        append(document, nodes: nodes)
    }

    /// Appends values that stand one behind the other in a document, with all that is between them.
    private mutating func append(_ document: JSONDocument, nodes: Range<Int>) {
        let range = document.textRange(ofNodes: nodes)
        let (bytes, shift) = (text.count - range.lowerBound, index.nodes.count - nodes.lowerBound)
        let (sourceText, source) = (document.text, document.index)
        text.append(sourceText.span.extracting(range))
        if source.hasWhiteSpace { index.hasWhiteSpace = true }
        guard !source.unescaped.isEmpty else {
            let start = index.nodes.count
            index.nodes.append(contentsOf: source.nodes[nodes])
            var copied = index.nodes.mutableSpan
            for position in start..<copied.count {
                copied[position] = copied[position].moved(bytes: bytes, nodes: shift, unescaped: 0)
            }
            return
        }
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
