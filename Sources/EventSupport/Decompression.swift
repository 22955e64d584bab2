import CZlib

/// Why compressed bytes could not be decompressed.
package enum DecompressionError: Error {
    /// They are damaged, cut short, of another format, or followed by other bytes.
    case corrupt
    /// They decompress to more than the limit.
    case tooLarge
}

extension Deflation {
    /// The bytes that were compressed with gzip (RFC 1952, with any number of members), zlib (RFC 1950) or DEFLATE
    /// without a wrapper (RFC 1951): with the given format, or with `nil` in the one that the first byte indicates.
    ///
    /// The memory grows with the decompressed bytes, up to little more than the limit.
    package static func decompressed(
        _ bytes: [UInt8], as format: Format? = nil, atMost limit: Int
    ) throws(DecompressionError) -> [UInt8] {
        try Decompression.run(bytes, windowBits: format?.rawValue ?? windowBits(of: bytes), limit: limit).get()
    }

    /// The bytes that were compressed; `nil` when the input is not complete data in this format, or does not decompress
    /// to exactly `count` bytes.
    package static func decompressed(_ bytes: [UInt8], _ format: Format, count: Int) -> [UInt8]? {
        guard case .success(let decompressed) = Decompression.run(bytes, windowBits: format.rawValue, limit: count),
            decompressed.count == count
        else { return nil }
        return decompressed
    }

    /// gzip begins with 0x1F, and zlib with a byte whose lower half is 8, the method. With 32 added, zlib finds out
    /// which of the two it is.
    private static func windowBits(of bytes: [UInt8]) -> Int32 {
        guard let first = bytes.first, first != 0x1F, first & 0x0F != 8 else { return MAX_WBITS + 32 }
        return Format.raw.rawValue
    }
}

/// One run of zlib's `inflate`, a chunk at a time, so that the limit bounds the memory.
private struct Decompression {
    private static let chunkSize = 16_384

    private let stream: ZlibStream
    private let limit: Int
    private var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    private var output: [UInt8] = []

    static func run(_ bytes: [UInt8], windowBits: Int32, limit: Int) -> Result<[UInt8], DecompressionError> {
        let stream = ZlibStream()
        guard inflateInit2_(stream.pointer, windowBits, ZLIB_VERSION, ZlibStream.size) == Z_OK else {
            return .failure(.corrupt)
        }
        defer { inflateEnd(stream.pointer) }
        var decompression = Decompression(stream: stream, limit: limit)
        return stream.reading(bytes) { decompression.run() }
    }

    private init(stream: ZlibStream, limit: Int) { (self.stream, self.limit) = (stream, limit) }

    private mutating func run() -> Result<[UInt8], DecompressionError> {
        var result = Z_OK
        while result == Z_OK {
            result = inflateChunk()
            guard output.count <= limit else { return .failure(.tooLarge) }
            if result == Z_STREAM_END, isBeforeMember { result = inflateReset(stream.pointer) }
        }
        guard result == Z_STREAM_END, stream.pointer.pointee.avail_in == 0 else { return .failure(.corrupt) }
        return .success(output)
    }

    private mutating func inflateChunk() -> Int32 {
        let (result, count) = stream.writing(into: &chunk) { [stream] in inflate(stream.pointer, Z_NO_FLUSH) }
        output.append(contentsOf: chunk.prefix(count))
        return result
    }

    /// Whether another member of a gzip file comes next (RFC 1952 §2.2).
    private var isBeforeMember: Bool {
        let rest = stream.pointer.pointee
        return rest.avail_in > 1 && rest.next_in[0] == 0x1F && rest.next_in[1] == 0x8B
    }
}
