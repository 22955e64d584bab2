import CZlib

/// Compression by the system's zlib.
package enum Deflation {
    /// The format around the compressed bytes. The raw values are zlib's window bits.
    package enum Format: Int32 {
        /// The gzip format (RFC 1952), HTTP's `gzip`.
        case gzip = 31
        /// The zlib format (RFC 1950), HTTP's `deflate`.
        case zlib = 15
        /// No format around them (RFC 1951).
        case raw = -15
    }

    /// The bytes compressed, or `nil` when zlib fails; the caller then uses the bytes uncompressed.
    package static func compressed(_ bytes: [UInt8], _ format: Format) -> [UInt8]? {
        let stream = ZlibStream()
        let begun = deflateInit2_(
            stream.pointer, Z_DEFAULT_COMPRESSION, Z_DEFLATED, format.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            ZlibStream.size)
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(stream.pointer) }
        // The buffer has room for the whole output, so that one call suffices.
        var output = [UInt8](repeating: 0, count: Int(deflateBound(stream.pointer, UInt(bytes.count))))
        let (result, count) = stream.reading(bytes) {
            stream.writing(into: &output) { deflate(stream.pointer, Z_FINISH) }
        }
        guard result == Z_STREAM_END else { return nil }
        output.removeLast(output.count - count)
        return output
    }
}
