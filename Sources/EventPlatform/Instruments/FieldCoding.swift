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
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func byte() throws -> UInt8 { bytes[try skip(1).lowerBound] }

    mutating func integer() throws -> Int64 { Int64(bitPattern: bigEndian(try skip(8)).byteSwapped) }

    mutating func field() throws -> ArraySlice<UInt8> {
        let length = UInt32(truncatingIfNeeded: bigEndian(try skip(4))).byteSwapped
        return bytes[try skip(Int(length))]
    }

    mutating func text() throws -> String { String(decoding: try field(), as: UTF8.self) }

    /// The text, or `nil` when it is empty.
    mutating func textIfAny() throws -> String? {
        let text = try text()
        return text.isEmpty ? nil : text
    }

    private func bigEndian(_ range: Range<Int>) -> UInt64 {
        var value: UInt64 = 0
        for index in range { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    /// Moves behind the next bytes.
    ///
    /// - Returns: where they are.
    /// - Throws: ``SubmissionError`` when fewer are left.
    private mutating func skip(_ count: Int) throws -> Range<Int> {
        guard count <= bytes.count - position else { throw SubmissionError() }
        defer { position += count }
        return position..<position + count
    }
}
