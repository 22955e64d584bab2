import EventSupport

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
            let text = UnsafeMutableRawBufferPointer(text)
            text.store((high >> 32).hexadecimalDigits, at: 0)
            text.store(high.hexadecimalDigits, at: 8)
            text.store(UInt32(truncatingIfNeeded: low.hexadecimalDigits >> 32), at: 16)
            return 20
        }
    }

    private static func uuid(_ high: UInt64, _ low: UInt64) -> String { LowercaseUUID(high: high, low: low).text }
}
