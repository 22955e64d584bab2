/// Writes fields of bytes in a row, each with its length before it.
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
}
