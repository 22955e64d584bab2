import Testing

@testable import eventctl

@Suite struct PatchLineTests {
    @Test(arguments: ["+a: 1\r", " \ta", " \u{FEFF}# Übersicht", "-\u{200B}\u{2028}", "+::error::x", "@@ -1 +1 @@", ""])
    func `a line of a patch stays as it is`(text: String) {
        #expect(Array(PatchLine(text).text.utf8) == Array(text.utf8))
    }

    @Test(arguments: [
        (" ::error::x", #"\::error::x"#), (" ::error::x\r", #"\::error::x"#), ("+a\r::error::x", #"+a\u{d}::error::x"#),
        (" \u{1B}[2J", #" \u{1b}[2J"#),
    ])
    func `a line that looks like a command is none`(text: String, written: String) {
        #expect(PatchLine(text).text == written)
    }
}
