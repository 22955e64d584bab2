extension UInt64 {
    /// The eight lower-case hexadecimal digits of the lower half as ASCII, the first one in the highest byte.
    package var hexadecimalDigits: UInt64 {
        // Each digit in a byte of its own.
        var digits = self & 0xFFFF_FFFF
        digits = (digits | digits &<< 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits &<< 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
        // A one for each digit from 10 on: "a" is 39 places behind the one that follows "9".
        let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }

    /// The number of 32 bits with these eight digits, as ``hexadecimalDigits`` has them; some number for other bytes.
    package init(hexadecimalDigits digits: UInt64) {
        let letters = digits &>> 6 & 0x0101_0101_0101_0101
        var number = digits & 0x0F0F_0F0F_0F0F_0F0F &+ letters &* 9
        number = (number | number &>> 4) & 0x00FF_00FF_00FF_00FF
        number = (number | number &>> 8) & 0x0000_FFFF_0000_FFFF
        self = (number | number &>> 16) & 0xFFFF_FFFF
    }
}

extension UnsafeRawBufferPointer {
    /// The number at an offset, the highest byte first.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = UInt64.self, at offset: Int
    ) -> UInt64 {
        UInt64(truncatingIfNeeded: Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self)))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Stores a number, the highest byte first.
    package func store(_ number: some FixedWidthInteger & BitwiseCopyable, at offset: Int) {
        storeBytes(of: number.bigEndian, toByteOffset: offset, as: type(of: number).self)
    }
}
