/// A generator with a fixed seed (SplitMix64), so that a test draws the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

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
