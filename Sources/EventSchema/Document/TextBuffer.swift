/// JSON text that is written from its beginning to its end.
///
/// An array makes sure with each appended byte that it is not shared and has room; here this is done once for a string
/// with its quotation marks.
struct TextBuffer: Sendable {
    /// What has been written, and room behind it.
    private(set) var storage: ContiguousArray<UInt8>
    private(set) var count = 0

    init(capacity: Int) { storage = ContiguousArray(repeating: 0, count: capacity) }

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
        var magnitude = value.magnitude
        var length = 1
        var limit: UInt64 = 10
        while length < 19, magnitude >= limit {
            length &+= 1
            limit = limit &* 10
        }
        makeRoom(for: length)
        let end = count &+ length
        var room = storage.mutableSpan
        var position = end
        while length > 0 {
            position &-= 1
            length &-= 1
            room[position] = ascii("0") &+ UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
        }
        count = end
    }

    // MARK: - Strings

    /// Appends a string between quotation marks and a byte behind it, unless one of its bytes must be escaped.
    ///
    /// One pass over the bytes, eight at a time, searches, hashes and copies.
    ///
    /// - Returns: the hash of the string; `nil` when nothing was appended.
    @inline(__always)
    mutating func append(plain string: Span<UInt8>, _ emptyHash: NameHash, then byte: UInt8? = nil) -> UInt32? {
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

extension MutableSpan<UInt8> {
    /// Stores eight bytes, the lowest one first. The offset is checked.
    @inline(__always)
    fileprivate mutating func store(_ word: UInt64, at offset: Int) {
        var bytes = self.mutableBytes
        bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
}
