/// Identifiers in the form in which clients make them.
enum ClientIdentifier {
    /// The id of a session or a page view: 80 random bits as 20 hexadecimal digits.
    static func short(_ high: UInt64, _ low: UInt64) -> String {
        text(high, low, length: 20, hyphens: [])
    }

    /// The id of an installation: a random UUID of version 4.
    static func install(_ high: UInt64, _ low: UInt64) -> String {
        let version = high & ~0xF000 | 0x4000
        let variant = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return text(version, variant, length: 36, hyphens: [8, 13, 18, 23])
    }

    /// Hexadecimal digits of two numbers, from the highest digit of the first, with hyphens at some places.
    private static func text(_ high: UInt64, _ low: UInt64, length: Int, hyphens: [Int]) -> String {
        String(unsafeUninitializedCapacity: length) { bytes in
            var digit = 0
            for place in 0..<length {
                if hyphens.contains(place) {
                    bytes[place] = UInt8(ascii: "-")
                    continue
                }
                let number = digit < 16 ? high : low
                let value = UInt8(truncatingIfNeeded: number >> (60 - 4 * (digit % 16))) & 0xF
                bytes[place] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
                digit += 1
            }
            return length
        }
    }
}
