extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first byte from `start` on that a JSON string escapes: a quotation mark, a backslash or a
    /// control character; `nil` when there is none.
    ///
    /// - Complexity: linear; eight bytes at a time.
    func firstToEscape(from start: Int) -> Int? {
        let raw = UnsafeRawBufferPointer(self)
        var place = start
        while place &+ 8 <= count {
            if raw.loadUnaligned(fromByteOffset: place, as: UInt64.self).hasByteToEscape { break }
            place &+= 8
        }
        while place < count {
            if self[place] < 0x20 || self[place] == ascii("\"") || self[place] == ascii("\\") { return place }
            place &+= 1
        }
        return nil
    }
}

extension UInt64 {
    /// Whether one of the eight bytes is escaped in a JSON string.
    fileprivate var hasByteToEscape: Bool {
        let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        // A byte is less than n ≤ 0x80 when its high bit is not set and a subtraction of n sets it.
        func hasByte(of word: UInt64, below limit: UInt64) -> Bool { (word &- ones &* limit) & ~word & highBits != 0 }
        return hasByte(of: self, below: 0x20) || hasByte(of: self ^ (ones &* UInt64(ascii("\""))), below: 1)
            || hasByte(of: self ^ (ones &* UInt64(ascii("\\"))), below: 1)
    }
}
