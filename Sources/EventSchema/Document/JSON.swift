/// A JSON value (RFC 8259) in a document: a place in its bytes, which copies share.
///
/// ```swift
/// let event = try JSON(parsing: #"{"page": {"title": "Molen", "id": 48213}}"#)
/// event["page"]?["title"]?.string  // "Molen"
/// event["page"]?["id"]?.int64      // 48213
/// ```
///
/// A document is its text, as it came, and an index of the values in it; nothing is copied until it is asked for. Two
/// values are equal when JSON Schema calls them equal, as two of ``JSONValue`` are.
public struct JSON: Sendable {
    let document: JSONDocument
    /// The number of the value's node.
    let position: Int

    /// A kind of JSON value.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The literal `null`.
        case null
        /// The literal `true` or `false`.
        case bool
        /// A number of any size and precision.
        case number
        /// A string.
        case string
        /// A list of values.
        case array
        /// A map from names to values.
        case object
    }

    /// Reads one JSON value from UTF-8 bytes (RFC 8259).
    ///
    /// A byte order mark at the start is skipped.
    ///
    /// - Throws: ``JSONParseError``.
    /// - Complexity: linear in the number of bytes, whatever they are.
    public init(parsing text: [UInt8], options: Options = Options()) throws(JSONParseError) {
        let document = try JSONDocument(parsing: ContiguousArray(text), options: options)
        self.init(document: document, position: 0)
        if document.index.hasRepeatedNames { self = withDistinctNames }
    }

    /// Reads one JSON value from a text.
    public init(parsing text: some StringProtocol, options: Options = Options()) throws(JSONParseError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    init(document: JSONDocument, position: Int) {
        self.document = document
        self.position = position
    }

    var node: JSONNode { document.index.nodes[position] }

    /// The kind of the value.
    public var kind: Kind {
        switch node.kind {
        case .null: .null
        case .false, .true: .bool
        case .integer, .literal: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether this is the literal `null`.
    public var isNull: Bool { node.kind == .null }

    /// The boolean, or `nil` for any other kind of value.
    public var bool: Bool? {
        switch node.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The number, or `nil` for any other kind of value.
    public var number: JSONNumber? {
        switch node.kind {
        case .integer: JSONNumber(node.integer)
        case .literal: JSONNumber(checkedLiteral: String(decoding: bytes, as: UTF8.self))
        default: nil
        }
    }

    /// The number as a 64-bit integer; `nil` for another number or another kind of value.
    public var int64: Int64? { node.kind == .integer ? node.integer : number?.int64 }

    /// The string, or `nil` for any other kind of value.
    ///
    /// - Complexity: linear in its length.
    public var string: String? { kind == .string ? document.string(node) : nil }

    /// Whether this is the string without characters.
    package var isEmptyString: Bool { node.kind == .string && node.range.isEmpty }

    /// The bytes of the value as they stand in the document, white space between its parts included. No copy.
    public var bytes: ArraySlice<UInt8> { document.text[document.textRange(node)] }

    /// The value as compact JSON in UTF-8, as ``JSONValue/jsonBytes`` gives it of a tree: no white space, strings
    /// escaped only where they must be, numbers as they were spelled.
    ///
    /// - Complexity: linear in the size of the value; a copy where its document is compact.
    public var compactBytes: [UInt8] {
        let isCompact = !document.index.hasWhiteSpace && document.index.unescaped.isEmpty
        return isCompact ? Array(bytes) : Array(document.compactText(of: position))
    }

    /// The value as a document of its own of ``compactBytes``; the value itself where these are its bytes.
    package var compacted: JSON {
        get throws(JSONParseError) {
            guard document.index.hasWhiteSpace || !document.index.unescaped.isEmpty else { return self }
            let compact = compactBytes
            return compact.elementsEqual(bytes) ? self : try JSON(parsing: compact, options: .lenient)
        }
    }

    /// The elements of an array; none for any other kind of value.
    public var elements: Elements { Elements(self) }

    /// The members of an object; none for any other kind of value.
    public var members: Members { Members(self) }

    /// The member of that name, or `nil` when there is none or this is not an object.
    ///
    /// - Complexity: linear in the number of members.
    public subscript(name: String) -> JSON? {
        guard node.kind == .object else { return nil }
        return document.value(named: name, in: position).map { JSON(document: document, position: $0) }
    }

    /// The value found by following `path` through objects, or `nil` where a step is missing.
    @inlinable  // a generic function is specialized where its body is known
    public subscript(path path: some Sequence<String>) -> JSON? {
        var current = self
        for name in path {
            guard let next = current[name] else { return nil }
            current = next
        }
        return current
    }
}

extension JSON: CustomStringConvertible {
    /// The value's bytes as a text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
