import CZlib

/// Compression by the system's zlib.
package enum Deflation {
    /// What stands around the compressed bytes.
    package enum Format: Int32 {
        /// The gzip format (RFC 1952), as HTTP has it.
        case gzip = 31
        /// Nothing (RFC 1951).
        case raw = -15
    }

    /// The bytes compressed, or `nil` when zlib cannot: then they stay as they are.
    package static func compressed(_ bytes: [UInt8], _ format: Format) -> [UInt8]? {
        var stream = z_stream()
        let begun = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, format.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return run(&stream, bytes, bound) { deflate($0, Z_FINISH) }
    }

    /// What was compressed, or `nil` when these bytes are no such thing.
    ///
    /// - Parameter count: how many bytes there were before.
    package static func expanded(_ bytes: [UInt8], _ format: Format, count: Int) -> [UInt8]? {
        guard (0...largestCount(of: bytes)).contains(count) else { return nil }
        var stream = z_stream()
        guard inflateInit2_(&stream, format.rawValue, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        guard let expanded = run(&stream, bytes, count, { inflate($0, Z_FINISH) }) else { return nil }
        return expanded.count == count && stream.avail_in == 0 ? expanded : nil
    }

    /// The most that so many bytes can stand for: DEFLATE packs 1032 to one at best.
    private static func largestCount(of bytes: [UInt8]) -> Int { 1040 * (bytes.count + 1) }

    private static let size = Int32(MemoryLayout<z_stream>.size)

    /// Has zlib work through all bytes at once, into a buffer that takes everything.
    private static func run(
        _ stream: inout z_stream, _ bytes: [UInt8], _ capacity: Int, _ work: (z_streamp) -> Int32
    ) -> [UInt8]? {
        var input = bytes
        var output = [UInt8](repeating: 0, count: capacity)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return work(&stream)
            }
        }
        guard result == Z_STREAM_END else { return nil }
        output.removeLast(Int(stream.avail_out))
        return output
    }
}
