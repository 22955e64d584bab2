extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first byte from `start` on that a JSON string must not have unescaped: a quotation mark, a
    /// backslash or a control character; otherwise `nil`.
    ///
    /// - Complexity: linear; eight bytes at a time.
    func firstToEscape(from start: Int) -> Int? {
        let raw = UnsafeRawBufferPointer(self)
        var offset = start
        while offset &+ 8 <= count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let marks = word.marksOfBytesToEscape
            if marks != 0 { return offset &+ marks.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        if offset < count, count &- start >= 8 {
            // The last eight bytes; those before `offset` have no mark.
            let last = count &- 8
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: last, as: UInt64.self))
            let marks = word.marksOfBytesToEscape
            return marks == 0 ? nil : last &+ marks.trailingZeroBitCount / 8
        }
        while offset < count {
            if self[offset] < 0x20 || self[offset] == ascii("\"") || self[offset] == ascii("\\") { return offset }
            offset &+= 1
        }
        return nil
    }
}

extension UInt64 {
    /// The high bit of each byte that a JSON string must not have unescaped. Only the lowest mark is certain: bytes
    /// above it may be marked as well.
    fileprivate var marksOfBytesToEscape: UInt64 {
        let quotationMark = self ^ (Self.ones &* UInt64(ascii("\"")))
        let backslash = self ^ (Self.ones &* UInt64(ascii("\\")))
        return marksOfBytes(below: 0x20) | quotationMark.marksOfBytes(below: 1) | backslash.marksOfBytes(below: 1)
    }

    /// The high bit of each byte below a limit of at most 0x80: of those whose high bit is not set, but is set by the
    /// subtraction of the limit. The subtraction may borrow from the bytes above.
    private func marksOfBytes(below limit: UInt64) -> UInt64 { (self &- Self.ones &* limit) & ~self & Self.highBits }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
