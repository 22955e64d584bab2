import EventSupport

/// Decodes gzip.
enum Gunzip {
    static func text(_ bytes: [UInt8]) throws -> String {
        String(decoding: try Deflation.decompressed(bytes, atMost: 1 << 20), as: UTF8.self)
    }
}
