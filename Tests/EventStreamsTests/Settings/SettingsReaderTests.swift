import EventSchema
import Testing

@testable import EventStreams

@Suite struct SettingsReaderTests {
    private static func field(_ value: JSONValue) -> SettingsField { SettingsField(value)["a"]["b"] }

    @Test func `a value of the type that is read has no issue`() {
        var reader = SettingsReader(stream: "s")
        #expect(reader.string(Self.field(["a": ["b": "text"]])) == "text")
        #expect(reader.strings(Self.field(["a": ["b": ["x", "y"]]])) == ["x", "y"])
        #expect(reader.map(Self.field(["a": ["b": ["c": 1]]])) == ["c": 1])
        #expect(reader.broken.isEmpty && reader.remarks.isEmpty)
    }

    @Test(arguments: [["a": ["b": nil]], ["a": [:]], ["a": 1], [:]] as [JSONValue])
    func `a setting that is null or absent has no value and no issue`(settings: JSONValue) {
        var reader = SettingsReader(stream: "s")
        let field = Self.field(settings)
        #expect(reader.string(field) == nil && reader.strings(field) == nil && reader.map(field) == [:])
        #expect(reader.broken.isEmpty)
    }

    @Test func `a value of another type is an issue with its path`() {
        var reader = SettingsReader(stream: "s")
        _ = reader.string(Self.field(["a": ["b": 1]]))
        _ = reader.map(Self.field(["a": ["b": "text"]]))
        #expect(reader.strings(Self.field(["a": ["b": ["x", true]]])) == ["x"])
        #expect(
            reader.broken.map(\.description) == [
                "s: a.b: must be a string, is an integer", "s: a.b: must be an object, is a string",
                "s: a.b[1]: must be a string, is a boolean",
            ])
    }

    @Test func `a path has each name as it is, and its text has dots and numbers in brackets`() {
        var reader = SettingsReader(stream: "s")
        _ = reader.strings(SettingsField(["a.b": ["c[0]": [1]]])["a.b"]["c[0]"])
        #expect(reader.broken.map(\.path) == [["a.b", "c[0]", "0"]])
        #expect(reader.broken.map(\.setting) == ["a.b.c[0][0]"])
    }

    @Test func `an empty list counts as an empty map`() {
        var reader = SettingsReader(stream: "s")
        #expect(reader.map(Self.field(["a": ["b": []]])) == [:])
        #expect(reader.broken.isEmpty)
    }

    @Test func `a text with a NUL character is refused`() {
        var reader = SettingsReader(stream: "s")
        _ = reader.string(Self.field(["a": ["b": "x\0"]]))
        #expect(reader.broken.map(\.message) == ["must not have a NUL character"])
    }
}
