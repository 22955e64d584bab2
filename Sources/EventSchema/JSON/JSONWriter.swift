/// Writes compact JSON as UTF-8 bytes, one token after the other. It writes commas and colons by itself.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.name("title")
/// writer.value("Molen")
/// writer.endObject()
/// String(decoding: writer.bytes, as: UTF8.self)  // {"title":"Molen"}
/// ```
///
/// The writer does not check that its caller opens, names and closes in order. Members are written in the order of the
/// calls.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    ///
    /// - Complexity: linear in the number of bytes.
    public var bytes: [UInt8] { buffer.bytes }
    private var buffer: ByteBuffer
    private var needsComma = false

    /// Creates an empty writer with room for that many bytes.
    public init(capacity: Int = 0) { buffer = ByteBuffer(capacity: capacity) }

    /// Opens an object.
    public mutating func beginObject() { open(ascii("{")) }
    /// Closes the innermost object.
    public mutating func endObject() { close(ascii("}")) }
    /// Opens an array.
    public mutating func beginArray() { open(ascii("[")) }
    /// Closes the innermost array.
    public mutating func endArray() { close(ascii("]")) }

    /// Writes the name of the next member.
    public mutating func name(_ name: String) {
        separate()
        appendQuoted(name)
        buffer.append(ascii(":"))
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() { append(token: "null") }
    /// Writes a boolean.
    public mutating func value(_ value: Bool) { append(token: value ? "true" : "false") }
    /// Writes an integer.
    public mutating func value(_ value: some BinaryInteger) { append(token: String(value)) }
    /// Writes a number, digit by digit as it was spelled.
    public mutating func value(_ value: JSONNumber) { append(token: value.literal) }

    /// Writes a string. Escaped are `"`, `\`, the control characters below U+0020, and halves of surrogate pairs as
    /// ``JSONValue/init(parsingLeniently:)`` represents them; all else goes out as UTF-8.
    public mutating func value(_ value: String) {
        separate()
        appendQuoted(value)
        needsComma = true
    }

    /// Writes any value.
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
        case .object(let object): self.value(object)
        }
    }

    /// Writes an object, its members in order.
    public mutating func value(_ object: JSONObject) {
        beginObject()
        object.members.withUnsafeBufferPointer { members in
            for position in members.indices {
                name(members[position].name)
                value(members[position].value)
            }
        }
        endObject()
    }

    /// Writes bytes that are one JSON value already; they are not checked.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        buffer.append(json)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { buffer.append(ascii(",")) }
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        buffer.append(bracket)
        needsComma = true
    }

    private mutating func append(token: String) {
        separate()
        buffer.append(token.utf8)
        needsComma = true
    }

    private mutating func appendQuoted(_ text: String) {
        text.withUTF8Bytes { utf8 in
            guard let first = utf8.firstToEscape(from: 0) else { return buffer.append(quoted: utf8) }
            appendEscaped(utf8, firstToEscape: first)
        }
    }

    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>, firstToEscape first: Int) {
        buffer.append(ascii("\""))
        var plainStart = 0
        var next: Int? = first
        while let position = next {
            buffer.append(UnsafeBufferPointer(rebasing: utf8[plainStart..<position]))
            plainStart = position + 1
            if utf8[position] == UnpairedSurrogate.markByte {
                plainStart += appendMark(before: utf8[plainStart...])
            } else {
                appendEscape(of: utf8[position])
            }
            next = utf8.firstToEscape(from: plainStart)
        }
        buffer.append(UnsafeBufferPointer(rebasing: utf8[plainStart...]))
        buffer.append(ascii("\""))
    }

    /// Writes a mark of ``UnpairedSurrogate``, or the half of a surrogate pair that begins with it.
    ///
    /// - Returns: how many of the following bytes belong to what was written.
    private mutating func appendMark(before rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var next = String(decoding: rest.prefix(8), as: UTF8.self).unicodeScalars[...]
        guard let scalar = next.popFirst(), UnpairedSurrogate.isReserved(scalar) else {
            appendEscape(of: UnpairedSurrogate.markByte)
            return 0
        }
        if let half = UnpairedSurrogate.half(of: scalar) {
            buffer.append("\\u\(String(half, radix: 16))".utf8)
            return UTF8.width(scalar)
        }
        appendEscape(of: UnpairedSurrogate.markByte)
        return next.first.map(UnpairedSurrogate.isReserved) == true ? UTF8.width(scalar) : 0
    }

    private mutating func appendEscape(of byte: UInt8) {
        buffer.append(ascii("\\"))
        switch byte {
        case ascii("\""), ascii("\\"): buffer.append(byte)
        case ascii("\n"): buffer.append(ascii("n"))
        case ascii("\r"): buffer.append(ascii("r"))
        case ascii("\t"): buffer.append(ascii("t"))
        default:
            let hex = Array("0123456789abcdef".utf8)
            buffer.append([ascii("u"), ascii("0"), ascii("0"), hex[Int(byte >> 4)], hex[Int(byte & 15)]])
        }
    }
}

extension JSONValue {
    /// The value as compact JSON in UTF-8.
    public var jsonBytes: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.value(self)
        return writer.bytes
    }

    /// The value as compact JSON text.
    public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}
