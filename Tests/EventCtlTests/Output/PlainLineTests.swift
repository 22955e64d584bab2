import EventSchema
import Testing

@testable import eventctl

@Suite struct PlainLineTests {
    @Test(arguments: [
        ("a\nb\r\u{0}\u{1B}[31m\u{7F}\u{85}", #"a\u{a}b\u{d}\u{0}\u{1b}[31m\u{7f}\u{85}"#),
        ("tab\tstays é", "tab\tstays é"),
        ("::error::x", #"\::error::x"#), ("  ::warning", #"\::warning"#), ("a ::error", "a ::error"),
        ("\u{3000}::x", #"\::x"#),
        ("“é” ::x", "“é” ::x"), (":a", ":a"), ("", ""),
    ])
    func `a text stays on one line and is no command of a workflow`(text: String, plain: String) {
        #expect(PlainLine(text).text == plain)
    }

    @Test func `a line of JSON keeps its meaning`() throws {
        let value: JSONValue = ["a\nb": "\u{7F}\u{85}\u{1B}é::"]
        let line = PlainLine(json: value).text
        #expect(line.contains(#"\u007f\u0085"#) && line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(try JSONValue(parsing: Array(line.utf8)) == value)
    }
}
