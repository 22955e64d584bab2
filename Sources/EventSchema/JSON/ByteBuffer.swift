/// Bytes that are written one after the other.
///
/// An array makes sure with each appended byte that it is not shared and has room; here this is done once for a text
/// with its quotation marks.
struct ByteBuffer: Sendable {
    /// The bytes, and behind them zeros.
    private var storage: [UInt8]
    private(set) var count = 0

    init(capacity: Int) { storage = Array(repeating: 0, count: capacity) }

    /// What has been written. A copy.
    var bytes: [UInt8] { Array(storage[..<count]) }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        storage[count] = byte
        count &+= 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        write(bytes, at: count)
        count &+= bytes.count
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append($0) }) != nil { return }
        for byte in bytes { append(byte) }
    }

    /// Appends bytes between quotation marks.
    mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count &+ 2)
        storage[count] = ascii("\"")
        write(bytes, at: count &+ 1)
        count &+= bytes.count &+ 2
        storage[count &- 1] = ascii("\"")
    }

    /// Writes bytes where there is room for them.
    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
        storage.withUnsafeMutableBytes { storage in
            let room = UnsafeMutableRawBufferPointer(rebasing: storage[position...])
            room.copyMemory(from: UnsafeRawBufferPointer(bytes))
        }
    }

    private mutating func makeRoom(for more: Int) {
        guard storage.count &- count < more else { return }
        // A whole array, since zeros one by one take a thousand times as long where the code is not optimised.
        storage += [UInt8](repeating: 0, count: max(more, storage.count, 64))
    }
}
