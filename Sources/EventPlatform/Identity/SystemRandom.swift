import EventSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system's random numbers, read in blocks: on Linux each reading is a system call, which takes longer than all
/// else that an id needs.
final class SystemRandom: Sendable {
    /// A lock, since every thread that submits an event takes numbers. It is held while a block is read.
    private let unused = Locked<[UInt64]>([])

    private static let wordsPerBlock = 512

    /// Returns 64 random bits, which are returned once only.
    func next() -> UInt64 {
        unused.withLock { words in
            if let word = words.popLast() { return word }
            words = Self.block()
            return words.removeLast()
        }
    }

    private static func block() -> [UInt64] {
        var words = [UInt64](repeating: 0, count: wordsPerBlock)
        if words.withUnsafeMutableBytes(fill) { return words }
        // Without the device, as where `/dev` is missing, each number is a call of its own.
        return words.map { _ in .random(in: .min ... .max) }
    }

    /// - Returns: whether the device of the system's generator was read.
    private static func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
        let device = open("/dev/urandom", O_RDONLY | O_CLOEXEC)
        guard device >= 0 else { return false }
        defer { close(device) }
        return read(device, bytes.baseAddress, bytes.count) == bytes.count
    }
}
