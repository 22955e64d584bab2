import CZlib

/// Reads gzip with zlib's own reader.
///
/// Not by a program of the system: a `Process` waits on a thread that the tests beside it need.
enum Gunzip {
    struct Failure: Error { let code: Int32 }

    static func text(_ bytes: [UInt8]) throws -> String {
        var (input, output) = (bytes, [UInt8](repeating: 0, count: 1 << 20))
        var stream = z_stream()
        // 16 asks for the gzip format, 15 is the largest window.
        let begun = inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { throw Failure(code: begun) }
        defer { inflateEnd(&stream) }
        let count = try input.withUnsafeMutableBufferPointer { input in
            try output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let ended = inflate(&stream, Z_FINISH)
                guard ended == Z_STREAM_END else { throw Failure(code: ended) }
                return output.count - Int(stream.avail_out)
            }
        }
        return String(decoding: output.prefix(count), as: UTF8.self)
    }
}
