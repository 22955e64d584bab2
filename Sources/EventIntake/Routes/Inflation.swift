import CZlib

/// Unpacks what gzip (RFC 1952) or deflate (RFC 1950) have packed, up to a limit.
enum Inflation {
    enum Failure: Error { case corrupt, tooLarge }

    /// The unpacked bytes. gzip and zlib are told apart by how they begin; deflate without a wrapper, which some clients
    /// send, is taken too.
    static func bytes(of packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        do {
            return try bytes(of: packed, limit: limit, windowBits: MAX_WBITS + 32)
        } catch .corrupt where packed.first.map({ $0 & 0x0F != 8 && $0 != 0x1F }) == true {
            return try bytes(of: packed, limit: limit, windowBits: -MAX_WBITS)
        }
    }

    private static func bytes(of packed: [UInt8], limit: Int, windowBits: Int32) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, size) == Z_OK else { throw .corrupt }
        defer { inflateEnd(&stream) }
        var input = packed
        // One byte over the limit tells a body that is too large from one that fits exactly.
        var output = [UInt8](repeating: 0, count: limit + 1)
        let (result, count) = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                var result = inflate(&stream, Z_FINISH)
                // A gzip file may have several members, one behind the other (RFC 1952 §2.2).
                while result == Z_STREAM_END, stream.beginsMember, inflateReset(&stream) == Z_OK {
                    result = inflate(&stream, Z_FINISH)
                }
                return (result, output.count - Int(stream.avail_out))
            }
        }
        guard count <= limit else { throw .tooLarge }
        guard result == Z_STREAM_END, stream.avail_in == 0 else { throw .corrupt }
        return Array(output.prefix(count))
    }
}

extension z_stream {
    /// Whether another member of a gzip file comes next.
    fileprivate var beginsMember: Bool { avail_in > 1 && next_in[0] == 0x1F && next_in[1] == 0x8B }
}
