import EventSchema
import Testing

@Suite struct JSONRoundTripTests {
    @Test(
        arguments: [
            "null", "true", "[]", "{}", "-0", "1.0", "1e400", "0.1", "123456789012345678901234567890",
            "-9223372036854775808",
            #"{"b":1,"a":[1.50,"é\n\u0001\"\\"]}"#,
        ])
    func `writing gives back what was read`(text: String) throws {
        #expect(try JSONValue(parsing: text).jsonText == text)
    }

    @Test(arguments: ["\"", "\\", "\u{0}", "\u{1f}", "\n"])
    func `a character is escaped wherever it stands`(character: String) throws {
        for length in 0..<20 {
            for place in 0...length {
                // The other bytes are next to those that are escaped, or have the high bit.
                var text = String(repeating: " !#[]é", count: 4).prefix(length).map(String.init)
                text.insert(character, at: place)
                let value = JSONValue.string(text.joined())
                #expect(!value.jsonBytes.contains { $0 < 0x20 })
                #expect(try JSONValue(parsing: value.jsonBytes) == value)
            }
        }
    }
}
