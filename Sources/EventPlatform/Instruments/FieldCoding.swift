/// Writes fields of bytes one behind the other, each with its length before it.
struct FieldWriter {
    var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

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
}

/// Reads what a ``FieldWriter`` wrote.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() throws -> UInt8 {
        guard let byte = rest.popFirst() else { throw SubmissionError() }
        return byte
    }

    mutating func integer() throws -> Int64 {
        Int64(bitPattern: try read(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func field() throws -> ArraySlice<UInt8> {
        let count = try read(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return try read(count)
    }

    mutating func text() throws -> String { String(decoding: try field(), as: UTF8.self) }

    /// The text, or `nil` when it is empty.
    mutating func textIfAny() throws -> String? {
        let text = try text()
        return text.isEmpty ? nil : text
    }

    private mutating func read(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw SubmissionError() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
