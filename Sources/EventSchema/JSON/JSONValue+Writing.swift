extension JSONValue {
    /// The value as compact JSON in UTF-8.
    public var jsonBytes: [UInt8] {
        var text = TextBuffer(capacity: 2000)
        text.append(self, WordHash())
        text.removeLast()
        return text.bytes
    }

    /// The value as compact JSON text.
    public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension TextBuffer {
    /// Appends a tree and a comma behind it, so that a string and its comma are written at once.
    ///
    /// It is a part of the loops over elements and members, which then copy no value to hand it on.
    @inline(__always)
    fileprivate mutating func append(_ value: JSONValue, _ emptyHash: WordHash) {
        switch value {
        case .null: append("null," as StaticString)
        case .bool(let bool): append(bool ? "true," : "false," as StaticString)
        case .number(let number):
            append(number)
            append(ascii(","))
        case .string(let string): append(string, emptyHash, then: ascii(","))
        case .array(let elements): append(elements.span, emptyHash)
        case .object(let object): append(object.members.span, emptyHash)
        }
    }

    @inline(never)
    private mutating func append(_ elements: Span<JSONValue>, _ emptyHash: WordHash) {
        append(ascii("["))
        for position in elements.indices { append(elements[position], emptyHash) }
        if !elements.isEmpty { removeLast() }
        append("]," as StaticString)
    }

    @inline(never)
    private mutating func append(_ members: Span<JSONObject.Member>, _ emptyHash: WordHash) {
        append(ascii("{"))
        for position in members.indices {
            append(members[position].name, emptyHash, then: ascii(":"))
            append(members[position].value, emptyHash)
        }
        if !members.isEmpty { removeLast() }
        append("}," as StaticString)
    }

    /// Appends a number, digit by digit as it was spelled.
    mutating func append(_ number: JSONNumber) {
        if let integer = number.ordinaryInteger { append(integer) } else { append(number.literal) }
    }

    private mutating func append(_ string: String, _ emptyHash: WordHash, then byte: UInt8) {
        string.withUTF8Bytes { utf8 in
            guard append(plain: utf8.span, emptyHash, then: byte) == nil else { return }
            append(escaping: utf8.span)
            append(byte)
        }
    }
}
