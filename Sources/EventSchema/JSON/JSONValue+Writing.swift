extension JSONValue {
    /// The value as compact JSON in UTF-8.
    public var jsonBytes: [UInt8] {
        var text = TextBuffer(capacity: 512)
        text.append(self, NameHash())
        return text.bytes
    }

    /// The value as compact JSON text.
    public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension TextBuffer {
    /// Appends a tree.
    fileprivate mutating func append(_ value: JSONValue, _ emptyHash: NameHash) {
        switch value {
        case .null: append("null" as StaticString)
        case .bool(let bool): append(bool ? "true" : "false" as StaticString)
        case .number(let number): append(number)
        case .string(let string): append(string: string, emptyHash)
        case .array(let elements):
            append(ascii("["))
            for position in elements.indices {
                if position > 0 { append(ascii(",")) }
                append(elements[position], emptyHash)
            }
            append(ascii("]"))
        case .object(let object):
            append(ascii("{"))
            for position in object.indices {
                if position > 0 { append(ascii(",")) }
                append(string: object.members[position].name, emptyHash)
                append(ascii(":"))
                append(object.members[position].value, emptyHash)
            }
            append(ascii("}"))
        }
    }

    /// Appends a number, digit by digit as it was spelled.
    mutating func append(_ number: JSONNumber) {
        if let integer = number.ordinaryInteger { append(integer) } else { append(number.literal) }
    }

    private mutating func append(string: String, _ emptyHash: NameHash) {
        string.withUTF8Bytes { utf8 in
            if append(plain: utf8.span, emptyHash) == nil { append(escaping: utf8.span) }
        }
    }
}
