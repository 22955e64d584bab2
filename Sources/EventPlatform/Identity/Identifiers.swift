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
        let (high, low) = (random(), random() << 48)
        return String(unsafeUninitializedCapacity: 20) { text in
            for position in 0..<20 { text[position] = Self.digit(position, of: position < 16 ? high : low) }
            return 20
        }
    }

    private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { text in
            var count = 0
            for position in 0..<32 {
                if position == 8 || position == 12 || position == 16 || position == 20 {
                    text[count] = UInt8(ascii: "-")
                    count += 1
                }
                text[count] = digit(position, of: position < 16 ? high : low)
                count += 1
            }
            return count
        }
    }

    /// A hexadecimal digit of a number as ASCII; the digits are counted from the highest one, which is 0 modulo 16.
    private static func digit(_ position: Int, of number: UInt64) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: number >> (60 - 4 * (position % 16))) & 0xF
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
