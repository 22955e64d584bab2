/// A hash of bytes, eight at a time: a product of 128 bits for each eight, whose halves are combined.
package struct WordHash: BitwiseCopyable, Sendable {
    private var state: UInt64
    private let key: UInt64

    private static let seed = UInt64.random(in: .min ... .max)
    private static let keyOfProcess = UInt64.random(in: .min ... .max) | 1

    /// A hash whose key is chosen anew in each process, so that names cannot be chosen to collide.
    init() { self.init(seed: Self.seed, key: Self.keyOfProcess) }

    /// A hash that is the same in every process: for a checksum, which two texts that somebody chooses may share. `key`
    /// is an odd number of which about half of the bits are set.
    package init(seed: UInt64, key: UInt64) { (state, self.key) = (seed, key) }

    /// Adds eight bytes, or the last fewer than eight with zeros behind them.
    @inline(__always)
    package mutating func combine(_ word: UInt64) { state = product(with: word) }

    /// Adds any number of bytes, and this number.
    package mutating func combine(_ bytes: Span<UInt8>) {
        combineWords(of: bytes)
        combine(UInt64(truncatingIfNeeded: bytes.count))
    }

    /// The hash of everything that was added.
    package var value: UInt32 { UInt32(truncatingIfNeeded: state) }

    /// The hash of that many bytes.
    @inline(__always)
    func finalize(length: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: product(with: UInt64(truncatingIfNeeded: length)))
    }

    static func hash(_ bytes: Span<UInt8>) -> UInt32 {
        var hash = WordHash()
        hash.combineWords(of: bytes)
        return hash.finalize(length: bytes.count)
    }

    @inline(__always)
    private mutating func combineWords(of bytes: Span<UInt8>) {
        var offset = 0
        while offset &+ 8 <= bytes.count {
            combine(bytes.word(at: offset))
            offset &+= 8
        }
        if offset < bytes.count { combine(bytes.lastBytes(from: offset)) }
    }

    @inline(__always)
    private func product(with word: UInt64) -> UInt64 {
        let product = (state ^ word).multipliedFullWidth(by: key)
        return product.high ^ product.low
    }
}
