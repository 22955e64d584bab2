import EventSupport
import Testing

@testable import EventPlatform

@Suite struct ContentDecodingTests {
    private static let text = Array(String(repeating: "a stream and its settings; ", count: 4000).utf8)

    private static func decoded(_ body: [UInt8], _ coding: String?, limit: Int = 1 << 20) throws -> [UInt8] {
        let headers = coding.map { ["Content-Encoding": $0] } ?? [:]
        return try CompleteResponse(status: 200, headers: headers, body: body).decoded(upTo: limit).body
    }

    private static func failure(_ body: [UInt8], _ coding: String, limit: Int = 1 << 20) -> NetworkError? {
        do { _ = try decoded(body, coding, limit: limit) } catch { return error as? NetworkError }
        return nil
    }

    @Test(arguments: ["gzip", "x-gzip", "GZIP", " gzip "])
    func `gzip is decoded`(coding: String) throws {
        let packed = try #require(Deflation.compressed(Self.text, .gzip))
        #expect(try Self.decoded(packed, coding) == Self.text)
        #expect(try Self.decoded(packed + packed, coding) == Self.text + Self.text, "several members (RFC 1952 §2.2)")
    }

    @Test(arguments: [nil, "", "identity"])
    func `a body without a content coding is returned unchanged`(coding: String?) throws {
        #expect(try Self.decoded(Self.text, coding) == Self.text)
    }

    @Test func `an empty body is returned empty under any coding`() throws {
        #expect(try Self.decoded([], "gzip").isEmpty)
        #expect(try Self.decoded([], "br").isEmpty)
    }

    @Test(arguments: ["br", "zstd", "deflate", "gzip,gzip"])
    func `an unknown content coding is an error that names the coding`(coding: String) {
        let error = Self.failure([1, 2, 3], coding)
        #expect(error?.code == .incomplete)
        #expect(error?.description.contains(coding) == true)
    }

    @Test func `damaged gzip is an error`() throws {
        let packed = try #require(Deflation.compressed(Self.text, .gzip))
        var flipped = packed
        flipped[packed.count / 2] ^= 0xFF
        for body in [Array(packed.dropLast()), Array(packed.prefix(12)), flipped, packed + [0], Self.text, [0x1F]] {
            #expect(Self.failure(body, "gzip")?.code == .incomplete)
        }
    }

    @Test func `a decoded body may have exactly as many bytes as the limit`() throws {
        let packed = try #require(Deflation.compressed(Self.text, .gzip))
        #expect(try Self.decoded(packed, "gzip", limit: Self.text.count) == Self.text)
        #expect(Self.failure(packed, "gzip", limit: Self.text.count - 1)?.code == .tooLarge)
        #expect(Self.failure(packed + packed, "gzip", limit: Self.text.count)?.code == .tooLarge)
    }

    @Test func `a small body that decodes to more than the limit is too large`() throws {
        let bomb = try #require(Deflation.compressed([UInt8](repeating: 0, count: 64 << 20), .gzip))
        #expect(bomb.count < 100_000)
        #expect(Self.failure(bomb, "gzip")?.code == .tooLarge)
    }
}
