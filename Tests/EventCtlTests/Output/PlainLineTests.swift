import Testing

@testable import eventctl

@Suite struct PlainLineTests {
    @Test(arguments: [
        ("a\nb\r\u{0}\u{1B}[31m\u{7F}\u{85}", #"a\nb\r\u0000\u001b[31m\u007f\u0085"#), ("tab\tstays é", "tab\tstays é"),
        ("::error::x", #"\::error::x"#), ("  ::warning", #"\::warning"#), ("a ::error", "a ::error"),
        ("\u{3000}::x", #"\::x"#),
        ("“é” ::x", "“é” ::x"), (":a", ":a"), ("", ""),
    ])
    func `a text stays on one line and is no command of a workflow`(text: String, plain: String) {
        #expect(PlainLine(text).text == plain)
    }
}
