extension Span<UInt8> {
    /// The eight bytes at an offset, the first one lowest. The offset is checked.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        // Of eight bytes any value is one of the integer, and `unsafeLoadUnaligned` checks that they are there.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The four bytes at an offset, the first one lowest. The offset is checked.
    @inline(__always)
    private func halfWord(at offset: Int) -> UInt64 {
        unsafe UInt64(UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    /// The one to seven bytes from an offset to the end, the first one lowest, with zeros above them.
    ///
    /// Of a short text, parts are read that may overlap: both have the same bytes where they do.
    @inline(__always)
    func lastBytes(from offset: Int) -> UInt64 {
        let rest = count &- offset
        if count >= 8 { return word(at: count &- 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* rest) }
        if rest >= 4 {
            let shift = UInt64(truncatingIfNeeded: 8 &* rest &- 32)
            return halfWord(at: offset) | halfWord(at: count &- 4) &<< shift
        }
        let middle = rest &>> 1
        return UInt64(self[offset])
            | UInt64(self[offset &+ middle]) &<< UInt64(truncatingIfNeeded: 8 &* middle)
            | UInt64(self[count &- 1]) &<< UInt64(truncatingIfNeeded: 8 &* rest &- 8)
    }

    /// The offset of the first byte from `start` on that a JSON string must not have unescaped: a quotation mark, a
    /// backslash or a control character; the end when there is none.
    ///
    /// - Complexity: linear; eight bytes at a time.
    func plainEnd(from start: Int) -> Int {
        var position = start
        while position &+ 8 <= count {
            let marks = word(at: position).marksOfBytesToEscape
            if marks != 0 { return position &+ marks.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < count {
            let byte = self[position]
            if byte < 0x20 || byte == ascii("\"") || byte == ascii("\\") { return position }
            position &+= 1
        }
        return position
    }

    /// Whether both have the same bytes.
    @inline(__always)
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        guard count >= 8 else {
            while offset < count {
                guard self[offset] == other[offset] else { return false }
                offset &+= 1
            }
            return true
        }
        while offset &+ 8 < count {
            guard word(at: offset) == other.word(at: offset) else { return false }
            offset &+= 8
        }
        // The last eight bytes, of which some may have been compared.
        return word(at: count &- 8) == other.word(at: count &- 8)
    }

    /// The offset of the first byte that is not part of well-formed UTF-8 (RFC 3629), or `nil` when all are.
    ///
    /// - Complexity: linear; eight ASCII bytes at a time.
    func firstInvalidUTF8Offset(from start: Int, to end: Int) -> Int? {
        var offset = start
        while offset < end {
            let lead = self[offset]
            if lead < 0x80 {
                let isWord = offset &+ 8 <= end && word(at: offset) & 0x8080_8080_8080_8080 == 0
                offset &+= isWord ? 8 : 1
                continue
            }
            if 0xC2...0xDF ~= lead, offset &+ 1 < end, 0x80...0xBF ~= self[offset &+ 1] {
                offset &+= 2
                continue
            }
            let length = wellFormedSequenceLength(at: offset, end: end)
            guard length > 0 else { return offset }
            offset &+= length
        }
        return nil
    }

    /// How many bytes the well-formed sequence of three or four bytes at `offset` has; 0 when there is none (Unicode,
    /// table 3-7).
    private func wellFormedSequenceLength(at offset: Int, end: Int) -> Int {
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch self[offset] {
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard length > 0, offset &+ length <= end, second.contains(self[offset &+ 1]) else { return 0 }
        for trail in (offset &+ 2)..<(offset &+ length) where !(0x80...0xBF ~= self[trail]) { return 0 }
        return length
    }
}

extension UInt64 {
    /// The high bit of each byte that a JSON string must not have unescaped. Only the lowest mark is certain: bytes
    /// above it may be marked as well.
    @inline(__always)
    var marksOfBytesToEscape: UInt64 {
        // A subtraction sets the high bit of bytes below its limit, and may borrow from the byte above. With bit 1
        // flipped the quotation mark is 0x20 and the space is not, so that one limit serves it and what is below 0x20.
        let quotedOrControl = (self ^ (Self.ones &* 2)) &- Self.ones &* 0x21
        let backslash = (self ^ (Self.ones &* UInt64(ascii("\\")))) &- Self.ones
        return (quotedOrControl | backslash) & ~self & Self.highBits
    }

    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highBits: UInt64 = 0x8080_8080_8080_8080
}

extension String {
    /// A text of bytes that are known to be UTF-8.
    init(_ bytes: Span<UInt8>) { self = unsafe bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}
