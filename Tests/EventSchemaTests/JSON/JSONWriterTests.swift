import Testing

@testable import EventSchema

@Suite struct JSONWriterTests {
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

    @Test func `raw JSON and tokens are separated by commas, in a buffer that grows`() {
        var writer = JSONWriter()
        writer.beginArray()
        for number in 0..<300 {
            writer.raw("{}".utf8)
            writer.value(number)
            writer.null()
        }
        writer.endArray()
        let elements = (0..<300).map { "{},\($0),null" }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "[" + elements.joined(separator: ",") + "]")
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
