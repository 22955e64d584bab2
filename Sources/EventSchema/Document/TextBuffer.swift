/// JSON text that is written from its beginning to its end.
///
/// An array makes sure with each appended byte that it is not shared and has room; here this is done once for a string
/// with its quotation marks.
struct TextBuffer: Sendable {
    /// What has been written, and room behind it.
    private(set) var storage: ContiguousArray<UInt8> = []
    private(set) var count = 0

    init(capacity: Int) {
        guard capacity > 0 else { return }  // `append` may write the count of the empty array, which all threads share
        // The initializers of the array are not specialized here, and look up its type each time.
        storage.append(addingCapacity: capacity) { $0.append(repeating: 0, count: capacity) }
    }

    /// What has been written. A copy.
    var bytes: [UInt8] { Array(storage[..<count]) }

    /// Takes what has been written, without the room behind it.
    mutating func take() -> ContiguousArray<UInt8> {
        storage.removeLast(storage.count - count)
        count = 0
        var taken = ContiguousArray<UInt8>()
        swap(&taken, &storage)
        return taken
    }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        storage[count] = byte
        count &+= 1
    }

    /// Takes back the last byte.
    mutating func removeLast() { count &-= 1 }

    mutating func append(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        makeRoom(for: bytes.count)
        unsafe storage.withUnsafeMutableBytes { storage in
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: storage[count...])
            bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
        }
        count &+= bytes.count
    }

    mutating func append(_ word: StaticString) { word.withUTF8Buffer { append($0.span) } }

    mutating func append(_ text: String) { text.withUTF8Bytes { append($0.span) } }

    /// Appends the digits of an integer.
    mutating func append(_ value: Int64) {
        if value < 0 { append(ascii("-")) }
        let magnitude = value.magnitude
        if magnitude < Self.eightDigits { return append(digitsOf: magnitude) }
        let (upper, lowest) = magnitude.quotientAndRemainder(dividingBy: Self.eightDigits)
        if upper < Self.eightDigits {
            append(digitsOf: upper)
        } else {
            let (highest, middle) = upper.quotientAndRemainder(dividingBy: Self.eightDigits)
            append(digitsOf: highest)
            append(eightDigitsOf: middle)
        }
        append(eightDigitsOf: lowest)
    }

    private static let eightDigits: UInt64 = 100_000_000

    /// Appends the digits of a number below 100 000 000, without zeros before it.
    private mutating func append(digitsOf number: UInt64) {
        let digits = number.eightDecimalDigits
        // The zeros before it are the lowest bytes; one digit is there in any case.
        let zeros = min(digits.trailingZeroBitCount / 8, 7)
        append((digits | UInt64.ones &* 0x30) &>> UInt64(truncatingIfNeeded: zeros &* 8), count: 8 &- zeros)
    }

    private mutating func append(eightDigitsOf number: UInt64) {
        append(number.eightDecimalDigits | UInt64.ones &* 0x30, count: 8)
    }

    /// Appends the lowest bytes of a word, the lowest one first.
    @inline(__always)
    private mutating func append(_ word: UInt64, count more: Int) {
        makeRoom(for: 8)
        let start = count
        var room = storage.mutableSpan
        room.store(word, at: start)
        count = start &+ more
    }

    // MARK: - Strings

    /// Appends a string between quotation marks and a byte behind it, unless one of its bytes must be escaped.
    ///
    /// One pass over the bytes, eight at a time, searches, hashes and copies.
    ///
    /// - Returns: the hash of the string; `nil` when nothing was appended.
    @inline(__always)
    mutating func append(plain string: Span<UInt8>, _ emptyHash: WordHash, then byte: UInt8? = nil) -> UInt32? {
        // The last bytes are written as eight.
        makeRoom(for: string.count &+ 10)
        var hash = emptyHash
        let start = count
        var target = start &+ 1
        var room = storage.mutableSpan
        var offset = 0
        while offset &+ 8 <= string.count {
            let word = string.word(at: offset)
            guard word.marksOfBytesToEscape == 0 else { return nil }
            hash.combine(word)
            room.store(word, at: target)
            offset &+= 8
            target &+= 8
        }
        if offset < string.count {
            let word = string.lastBytes(from: offset)
            let rest = UInt64(truncatingIfNeeded: string.count &- offset)
            // With spaces behind the last byte, which need no escape.
            guard (word | (UInt64.ones &* 0x20) &<< (rest &* 8)).marksOfBytesToEscape == 0 else { return nil }
            hash.combine(word)
            room.store(word, at: target)
            target &+= Int(truncatingIfNeeded: rest)
        }
        room[start] = ascii("\"")
        room[target] = ascii("\"")
        target &+= 1
        if let byte {
            room[target] = byte
            target &+= 1
        }
        count = target
        return hash.finalize(length: string.count)
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if storage.count &- count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        var larger = TextBuffer(capacity: storage.count + max(storage.count, more, 64))
        larger.append(storage.span.extracting(first: count))
        self = larger
    }
}

extension UInt64 {
    /// The decimal digits of a number below 100 000 000, each in a byte, the first one lowest.
    fileprivate var eightDecimalDigits: UInt64 {
        // Two groups of four digits, then four of two, then eight of one. A product with a rounded reciprocal, shifted,
        // is the quotient of each group.
        let fours = self / 10_000 | (self % 10_000) &<< 32
        let hundreds = (fours &* 5243) &>> 19 & 0x0000_007F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) &<< 16
        let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
        return tens | (twos &- tens &* 10) &<< 8
    }
}

extension MutableSpan<UInt8> {
    /// Stores eight bytes, the lowest one first. The offset is checked.
    @inline(__always)
    fileprivate mutating func store(_ word: UInt64, at offset: Int) {
        var bytes = self.mutableBytes
        bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
}
