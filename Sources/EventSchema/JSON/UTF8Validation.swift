extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first byte that is not part of well-formed UTF-8 (RFC 3629), or `nil` when all are.
    ///
    /// - Complexity: linear; eight ASCII bytes at a time.
    var firstInvalidUTF8Offset: Int? {
        let raw = UnsafeRawBufferPointer(self)
        var offset = 0
        while offset < count {
            if offset &+ 8 <= count,
                raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                offset &+= 8
                continue
            }
            let length = wellFormedSequenceLength(at: offset)
            guard length > 0 else { return offset }
            offset &+= length
        }
        return nil
    }

    /// How many bytes the well-formed sequence at `offset` has; 0 when there is none (Unicode, table 3-7).
    private func wellFormedSequenceLength(at offset: Int) -> Int {
        let lead = self[offset]
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch lead {
            case 0...0x7F: (1, 0x80...0xBF)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard length > 1 else { return length }
        guard offset + length <= count, second.contains(self[offset + 1]) else { return 0 }
        for trail in (offset + 2)..<(offset + length) where !(0x80...0xBF).contains(self[trail]) { return 0 }
        return length
    }
}
