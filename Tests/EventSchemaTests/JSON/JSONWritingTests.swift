import Testing

@testable import EventSchema

@Suite struct JSONWritingTests {
    @Test(arguments: 0...40)
    func `a character that must be escaped is found at each place of a text`(count: Int) throws {
        for place in 0..<count {
            for (character, escape) in [("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\u{1}", "\\u0001")] {
                let before = String(repeating: "x", count: place)
                let after = String(repeating: "y", count: count - place - 1)
                let value = JSONValue.string(before + character + after)
                #expect(value.jsonText == "\"" + before + escape + after + "\"")
            }
        }
    }

    @Test func `tokens are separated by commas, in a text that grows`() throws {
        var builder = JSONBuilder()
        builder.beginArray()
        for number in 0..<300 {
            builder.value([:] as JSONObject)
            builder.value(number)
            builder.null()
        }
        builder.endArray()
        let text = "[" + (0..<300).map { "{},\($0),null" }.joined(separator: ",") + "]"
        #expect(String(decoding: builder.bytes, as: UTF8.self) == text)
        #expect(builder.finish().description == text)
    }

    /// Fails when numbers of equal value differ, or others do not.
    @Test(
        arguments: [
            ("1", ["1.0", "1E0", "10e-1", "0.001e3"]), ("0", ["-0", "0.0", "0e9", "-0e-9"]),
            ("-12.5", ["-12.50", "-125e-1"]), ("100000000000000000000", ["1e20", "1E+20"]),
            ("1e+21", ["1000000000000000000000"]), ("1.5e-7", ["0.00000015"]),
            ("0.000001", ["1e-6"]), ("123.456", ["1.23456e2"]), ("1e+400", ["10e399"]),
            ("9007199254740993", ["9007199254740993.0"]), ("9007199254740992", ["9007199254740992.0"]),
        ] as [(String, [String])])
    func `equal numbers have one text`(text: String, others: [String]) throws {
        for literal in [text] + others {
            let number = try #require(JSONNumber(literal: literal))
            #expect(number.uniformText == text)
            #expect(JSONNumber(literal: number.uniformText) == number)
            let nested: JSONValue = [.number(number), ["a": .number(number)], "1.0"]
            #expect(nested.withUniformNumbers.jsonText == #"[\#(text),{"a":\#(text)},"1.0"]"#)
        }
    }

    @Test(arguments: [0, 9, 10, -10, 1234567890, .max, .min, .min + 1, 1_000_000_000_000_000_000] as [Int64])
    func `integers are written digit by digit`(value: Int64) {
        #expect(JSONValue.number(value).jsonText == String(value))
    }

    @Test func `the approximate size is not below the size of a value without escapes`() {
        let values: [JSONValue] = [
            nil, true, false, 0, 12.5, .number(Int64.min), "", "text", [], [1, [2, "é"]], [:],
            ["a": ["b": [nil, false], "c": 1e300], "d": ""],
        ]
        for value in values {
            #expect(value.approximateSize >= value.jsonBytes.count)
            #expect(value.approximateSize <= value.jsonBytes.count * 4 + 20)
        }
    }
}
