import EventSupport
import Testing

@Suite struct DeflationTests {
    private static let text = Array(String(repeating: "an event, ", count: 5000).utf8)

    @Test(arguments: [Deflation.Format.gzip, .zlib, .raw])
    func `compressed bytes of every format decompress to what they were`(format: Deflation.Format) throws {
        let compressed = try #require(Deflation.compressed(Self.text, format))
        #expect(compressed.count < Self.text.count / 10)
        #expect(try Deflation.decompressed(compressed, atMost: Self.text.count) == Self.text)
        #expect(Deflation.decompressed(compressed, format, count: Self.text.count) == Self.text)
    }

    @Test(arguments: [Deflation.Format.gzip, .zlib, .raw])
    func `one byte over the limit is too large`(format: Deflation.Format) throws {
        let compressed = try #require(Deflation.compressed(Self.text, format))
        #expect(throws: DecompressionError.tooLarge) {
            try Deflation.decompressed(compressed, atMost: Self.text.count - 1)
        }
    }

    @Test func `several gzip members decompress to one text, and the limit is for all of them`() throws {
        let member = try #require(Deflation.compressed(Self.text, .gzip))
        #expect(try Deflation.decompressed(member + member, atMost: 2 * Self.text.count) == Self.text + Self.text)
        #expect(throws: DecompressionError.tooLarge) {
            try Deflation.decompressed(member + member, atMost: 2 * Self.text.count - 1)
        }
    }

    @Test(arguments: [Deflation.Format.gzip, .zlib, .raw])
    func `bytes that are cut short or followed by others are corrupt`(format: Deflation.Format) throws {
        let compressed = try #require(Deflation.compressed(Self.text, format))
        for bytes in [Array(compressed.dropLast()), compressed + [0], Array(compressed.prefix(4))] {
            #expect(throws: DecompressionError.corrupt) { try Deflation.decompressed(bytes, atMost: 1 << 20) }
            #expect(Deflation.decompressed(bytes, format, count: Self.text.count) == nil)
        }
    }

    @Test(arguments: [[], Array("plain text".utf8), [0x1F, 0x8B], [0xFF, 0xFF, 0xFF]])
    func `bytes of no format are corrupt`(bytes: [UInt8]) {
        #expect(throws: DecompressionError.corrupt) { try Deflation.decompressed(bytes, atMost: 1 << 20) }
    }

    @Test func `a wrong count decompresses to nothing`() throws {
        let compressed = try #require(Deflation.compressed(Self.text, .raw))
        for count in [0, -1, Self.text.count - 1, Self.text.count + 1] {
            #expect(Deflation.decompressed(compressed, .raw, count: count) == nil)
        }
    }

    @Test func `no bytes decompress to no bytes`() throws {
        let compressed = try #require(Deflation.compressed([], .gzip))
        #expect(try Deflation.decompressed(compressed, atMost: 0) == [])
    }
}
