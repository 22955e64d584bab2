/// The hash of a string's bytes, eight at a time. It is keyed anew in each process, so that nobody can choose names
/// that collide.
struct NameHash: BitwiseCopyable, Sendable {
    private var state: UInt64
    private let key: UInt64

    private static let seed = UInt64.random(in: .min ... .max)
    private static let keyOfProcess = UInt64.random(in: .min ... .max) | 1

    init() {
        state = Self.seed
        key = Self.keyOfProcess
    }

    /// Adds eight bytes, or the last fewer than eight with zeros behind them.
    @inline(__always)
    mutating func combine(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: key)
        state = product.high ^ product.low
    }

    /// The hash of that many bytes.
    @inline(__always)
    func finalize(length: Int) -> UInt32 {
        let product = (state ^ UInt64(truncatingIfNeeded: length)).multipliedFullWidth(by: key)
        return UInt32(truncatingIfNeeded: product.high ^ product.low)
    }

    static func hash(_ bytes: Span<UInt8>) -> UInt32 {
        var hash = NameHash()
        var offset = 0
        while offset &+ 8 <= bytes.count {
            hash.combine(bytes.word(at: offset))
            offset &+= 8
        }
        if offset < bytes.count { hash.combine(bytes.lastBytes(from: offset)) }
        return hash.finalize(length: bytes.count)
    }
}
