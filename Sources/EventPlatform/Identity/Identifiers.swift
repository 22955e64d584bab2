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
    func sessionID() -> String { Self.hex(random(), digits: 16) + Self.hex(random(), digits: 4) }

    private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        let digits = hex(high, digits: 16) + hex(low, digits: 16)
        var text = ""
        text.reserveCapacity(36)
        for (position, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(position) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func hex(_ value: UInt64, digits: Int) -> String {
        let text = String(digits == 16 ? value : value & (1 << (4 * UInt64(digits)) - 1), radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }
}
