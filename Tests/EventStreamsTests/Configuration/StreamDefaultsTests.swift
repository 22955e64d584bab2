import EventSchema
import EventStreams
import Testing

@Suite struct StreamDefaultsTests {
    @Test(
        arguments: [
            (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"d":3,"b":4}}"#, #"{"a":{"b":4,"c":2,"d":3}}"#),
            (#"{"a":["a","b"]}"#, #"{"a":["c"]}"#, #"{"a":["c","b"]}"#),
            (#"{"a":["a"]}"#, #"{"a":["c","d"]}"#, #"{"a":["c","d"]}"#),
            (#"{"a":[{"x":1}]}"#, #"{"a":[{"y":2}]}"#, #"{"a":[{"x":1,"y":2}]}"#),
            (#"{"a":["a"]}"#, #"{"a":[]}"#, #"{"a":["a"]}"#),
            (#"{"a":{"b":1}}"#, #"{"a":{}}"#, #"{"a":{"b":1}}"#),
            (#"{"a":{"b":1}}"#, #"{"a":[]}"#, #"{"a":{"b":1}}"#),
            (#"{"a":["a"]}"#, #"{"a":null}"#, #"{"a":null}"#),
            (#"{"a":["a"]}"#, #"{"a":false}"#, #"{"a":false}"#),
            (#"{"a":null}"#, #"{"a":[]}"#, #"{"a":[]}"#),
            (#"{"a":1}"#, #"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#),
            (#"{"a":["a","b"]}"#, #"{"a":{"1":"c"}}"#, #"{"a":["a","c"]}"#),
            (#"{"a":["a"]}"#, #"{"a":{"x":"c"}}"#, #"{"a":{"0":"a","x":"c"}}"#),
            (#"{"a":{"x":"a"}}"#, #"{"a":["c"]}"#, #"{"a":{"x":"a","0":"c"}}"#),
            (#"{"b":1,"a":2}"#, #"{"c":3,"a":4}"#, #"{"b":1,"a":4,"c":3}"#),
        ])
    func `defaults are replaced recursively as in PHP`(defaults: String, entry: String, expected: String) throws {
        let defaults = try #require(try JSONValue(parsing: defaults).object)
        let entry = try #require(try JSONValue(parsing: entry).object)
        #expect(JSONValue.object(defaults.replacingRecursively(with: entry)).jsonText == expected)
    }

    @Test func `stream is the key, whatever the entry says, and comes after the entry's settings`() {
        let defaults = StreamDefaults(["a": 1])
        #expect(names(defaults.effectiveSettings(of: ["b": 2], key: "edit")) == ["a", "b", "stream"])
        #expect(defaults.effectiveSettings(of: ["stream": "x"], key: "edit")["stream"] == "edit")
    }

    @Test func `authored entries are completed by defaults, other values are quarantined`() throws {
        let streams = StreamConfigurations(
            authored: ["a": ["sample": nil], "b": [], "c": 3],
            defaults: StreamDefaults(["sample": ["unit": "device", "rate": 0.5]]))
        #expect(streams["a"]?.sampling == .all)
        #expect(streams["b"]?.sampling == .sample(unit: .device, rate: 0.5))
        #expect(streams.quarantined.map(\.name) == ["c"])
    }

    @Test func `an entry under a number is named by its stream setting`() {
        let streams = StreamConfigurations(
            authored: ["0": ["stream": "edit"], "1": ["stream": "/^job/"], "2": [:]], defaults: StreamDefaults())
        #expect(streams.names == ["edit", "/^job/", "2"])
        #expect(streams["job.x"]?.name == "/^job/")
    }

    private func names(_ object: JSONObject) -> [String] { object.map(\.name) }
}
