import Foundation
import Testing

@testable import EventSupport

@Suite struct LowercaseUUIDTests {
    @Test func `a UUID is written as Foundation's is in lower case, and read again`() throws {
        for _ in 0..<1000 {
            let foundation = UUID().uuidString.lowercased()
            let uuid = try #require(LowercaseUUID(foundation))
            #expect(uuid.text == foundation)
            #expect(LowercaseUUID(high: uuid.high, low: uuid.low) == uuid)
        }
        #expect(LowercaseUUID(high: 0, low: 1).text == "00000000-0000-0000-0000-000000000001")
    }

    @Test func `a text with any other byte at any place is no UUID`() throws {
        let text = Array("01234567-89ab-cdef-0123-456789abcdef".utf8)
        for place in text.indices {
            for byte in UInt8.min...UInt8.max where byte != text[place] {
                var changed = text
                changed[place] = byte
                // Bytes that are not UTF-8 become another character, of three bytes.
                let isDigit = "0123456789abcdef".utf8.contains(byte) && text[place] != UInt8(ascii: "-")
                let uuid = LowercaseUUID(String(decoding: changed, as: UTF8.self))
                #expect((uuid != nil) == isDigit, "\(byte) at \(place)")
            }
        }
    }

    @Test(arguments: [
        "", "-", "01234567-89ab-cdef-0123-456789abcde", "01234567-89ab-cdef-0123-456789abcdef0",
        "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdé",
        "{1234567-89ab-cdef-0123-456789abcde}",
    ])
    func `a text of another length or form is no UUID`(text: String) { #expect(LowercaseUUID(text) == nil) }
}
