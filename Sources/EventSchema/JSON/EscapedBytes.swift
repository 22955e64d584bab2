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
