/// Makes the identifiers of the platform from a random source.
struct Identifiers: Sendable {
    let random: @Sendable () -> UInt64

    /// A UUID of version 7 (RFC 9562 §5.7): 48 bits of the wall clock, then random bits, so that ids sort by time.
    func eventID(at time: Timestamp) -> String {
        let high = UInt64(bitPattern: time.milliseconds) << 16 | 0x7000 | random() & 0x0FFF
        return Self.uuid(high, random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// A random UUID of version 4, the form of an app install id.
    func installID() -> String {
        Self.uuid(random() & ~0xF000 | 0x4000, random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// 80 random bits as 20 lower-case hexadecimal digits: the only form of a session id that the schemas accept.
    func sessionID() -> String {
        let (high, low) = (random(), random())
        return String(unsafeUninitializedCapacity: 20) { text in
            text.store(Self.digits(high >> 32), at: 0)
            text.store(Self.digits(high), at: 8)
            text.store(Self.upperHalf(Self.digits(low)), at: 16)
            return 20
        }
    }

    private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        let (second, third) = (digits(high), digits(low >> 32))
        return String(unsafeUninitializedCapacity: 36) { text in
            text.store(digits(high >> 32), at: 0)
            text.store(upperHalf(second), at: 9)
            text.store(UInt32(truncatingIfNeeded: second), at: 14)
            text.store(upperHalf(third), at: 19)
            text.store(UInt32(truncatingIfNeeded: third), at: 24)
            text.store(digits(low), at: 28)
            for hyphen in [8, 13, 18, 23] { text[hyphen] = UInt8(ascii: "-") }
            return 36
        }
    }

    /// The eight hexadecimal digits of the lower half of a number as ASCII, the first one in the highest byte. All at
    /// once, since every event has an id.
    private static func digits(_ number: UInt64) -> UInt64 {
        // Each digit in a byte of its own.
        var digits = number & 0xFFFF_FFFF
        digits = (digits | digits &<< 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits &<< 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
        // A one for each digit from 10 on: "a" is 39 places behind the one that follows "9".
        let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }

    private static func upperHalf(_ digits: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: digits >> 32) }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Stores a number, the highest byte first.
    fileprivate func store(_ number: some FixedWidthInteger & BitwiseCopyable, at offset: Int) {
        UnsafeMutableRawBufferPointer(self).storeBytes(
            of: number.bigEndian, toByteOffset: offset, as: type(of: number).self)
    }
}
