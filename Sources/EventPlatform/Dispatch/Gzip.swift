import CZlib

/// Compression in the gzip format (RFC 1952), by the system's zlib.
enum Gzip {
    /// The bytes compressed, or `nil` when zlib cannot: then they go as they are.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let gzipFormat: Int32 = 15 + 16
        let size = Int32(MemoryLayout<z_stream>.size)
        let begun = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipFormat, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { return nil }
        output.removeLast(Int(stream.avail_out))
        return output
    }
}
