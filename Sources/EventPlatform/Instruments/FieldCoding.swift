import EventSchema
import EventStreams
import EventSupport

/// Writes fields of bytes in a row, each with its length before it.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func integer(_ value: Int64) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }

    mutating func field(_ field: [UInt8]) {
        length(field.count)
        bytes.append(contentsOf: field)
    }

    mutating func text(_ text: String) {
        let utf8 = text.utf8
        length(utf8.count)
        bytes.append(contentsOf: utf8)
    }

    private mutating func length(_ count: Int) {
        withUnsafeBytes(of: UInt32(clamping: count).littleEndian) { bytes.append(contentsOf: $0) }
    }

    // MARK: - Contexts

    /// Writes the domain, and each attribute with its name and its value.
    mutating func context(_ context: Context) {
        text(context.domain ?? "")
        let entries = context.values.elements
        byte(UInt8(clamping: entries.count))
        for entry in entries.prefix(Int(UInt8.max)) {
            attribute(entry.key)
            value(entry.value)
        }
    }

    /// Writes the name; of an app's own attribute, with its field and its type, separated by NUL characters.
    private mutating func attribute(_ attribute: ContextualAttribute) {
        guard attribute.isOwn else { return text(attribute.name) }
        let field = attribute.declaredPath?.joined(separator: ".") ?? ""
        text([attribute.name, field, attribute.type.rawValue].joined(separator: "\0"))
    }

    private mutating func value(_ value: JSONValue) {
        switch value {
        case .string(let text):
            kind(.text)
            self.text(text)
        case .bool(let flag): kind(flag ? .yes : .no)
        case .number(let number):
            guard let integer = number.int64 else { return json(value) }
            kind(.integer)
            self.integer(integer)
        case .null, .array, .object: json(value)
        }
    }

    private mutating func json(_ value: JSONValue) {
        kind(.json)
        field(value.jsonBytes)
    }

    private mutating func kind(_ kind: ValueKind) { byte(kind.rawValue) }
}

/// Reads what a ``FieldWriter`` wrote, from bytes that outlive it.
struct FieldReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func byte() throws -> UInt8 { bytes[try skip(1)] }

    mutating func integer() throws -> Int64 { Int64(littleEndian: try number()) }

    mutating func field() throws -> UnsafeBufferPointer<UInt8> {
        let length = Int(UInt32(littleEndian: try number()))
        let start = try skip(length)
        return UnsafeBufferPointer(rebasing: bytes[start..<start + length])
    }

    mutating func text() throws -> String { String(decoding: try field(), as: UTF8.self) }

    /// The text, or `nil` when it is empty.
    mutating func textIfAny() throws -> String? {
        let text = try text()
        return text.isEmpty ? nil : text
    }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>() throws -> Number {
        let start = try skip(MemoryLayout<Number>.size)
        return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: Number.self)
    }

    /// Moves behind the next bytes.
    ///
    /// - Returns: where they begin.
    /// - Throws: ``SubmissionError`` when fewer are left.
    private mutating func skip(_ count: Int) throws -> Int {
        guard count <= bytes.count - position else { throw SubmissionError() }
        defer { position += count }
        return position
    }

    // MARK: - Contexts

    private static let attributes = ContextualAttribute.builtIn
    private static let names = NameTable(attributes.map(\.name))

    /// Reads a context.
    mutating func context() throws -> Context {
        var context = Context.empty
        context.domain = try textIfAny()
        for _ in 0..<(try byte()) {
            let attribute = try attribute()
            context[attribute] = try value()
        }
        return context
    }

    private mutating func attribute() throws -> ContextualAttribute {
        let name = try field()
        if let number = Self.names.number(of: name) { return Self.attributes[number] }
        let parts = String(decoding: name, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return ContextualAttribute(parts.joined(separator: "\0")) }
        return ContextualAttribute(
            String(parts[0]), field: parts[1].isEmpty ? nil : String(parts[1]),
            type: ContextualAttributeType(rawValue: String(parts[2])) ?? .any)
    }

    private mutating func value() throws -> JSONValue {
        switch ValueKind(rawValue: try byte()) {
        case .json: try JSONValue(parsing: Array(try field()))
        case .text: .string(try text())
        case .integer: .number(JSONNumber(try integer()))
        case .no: .bool(false)
        case .yes: .bool(true)
        case nil: throw SubmissionError()
        }
    }
}

/// How the value of an attribute is written. The numbers are part of the encoding of submissions.
private enum ValueKind: UInt8 {
    case json, text, integer, no, yes
}
