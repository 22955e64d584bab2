import EventSupport

extension SeededGenerator {
    /// 20 hex digits, as session ids have.
    mutating func identifier() -> String {
        let digits: StaticString = "0123456789abcdef"
        var (high, low) = (next(), next())
        return String(unsafeUninitializedCapacity: 20) { buffer in
            for place in 0..<20 {
                buffer[place] = digits.utf8Start[Int(high & 15)]
                (high, low) = (high >> 4 | low << 60, low >> 4)
            }
            return 20
        }
    }
}
