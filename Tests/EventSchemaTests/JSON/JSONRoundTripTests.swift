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

    @Test func `numbers are equal by value`() throws {
        #expect(try JSONValue(parsing: "[1, 1.0, 10e-1]").array.map { Set($0).count } == 1)
        #expect(try #require(JSONNumber(literal: "1e400")) > #require(JSONNumber(1e308)))
        #expect(try #require(JSONNumber(literal: "0.3")).isMultiple(of: #require(JSONNumber(literal: "0.1"))))
    }
}
