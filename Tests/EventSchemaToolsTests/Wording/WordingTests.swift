import EventSchema
import EventSupport
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

@Suite struct WordingTests {
    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567"), (-12_345, "-12 345")])
    func `the digits of a large number are grouped in threes`(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test(arguments: [(0, "0"), (0.1, "0.1"), (12.3456, "12.35"), (100, "100"), (123_456, "123456")])
    func `a number has at most four significant digits after the point`(number: Double, text: String) {
        #expect(number.plainText == text)
    }

    @Test func `a long value is cut and followed by its length`() {
        #expect(JSONValue.string("short").words == "short")
        #expect(JSONValue.array([1, "a", true]).words == "1, a, true")
        let long = JSONValue.string(String(repeating: "x", count: 121)).words
        #expect(long == String(repeating: "x", count: 100) + "… (121 characters)")
    }

    @Test func `names with slashes and tildes are escaped in a pointer`() {
        #expect(["a/b", "c~d"].jsonPointer == "/a~1b/c~0d")
    }

    @Test func `Markdown shows a text without markup, mentions and references`() {
        #expect(Markdown.escaped("*a* <b> @c #1") == "\\*a\\* &lt;b&gt; @<!-- -->c #<!-- -->1")
    }

    @Test func `a Markdown text that is too long has fewer sections and says how many are left out`() {
        let text = Markdown.text("Begin\n", ["one\n", "two\n", "three\n"], end: "End", maximumBytes: 18)
        #expect(text == "Begin\none\ntwo\n\n… and 1 more; see `eventctl streams diff`.\nEnd")
    }
}
