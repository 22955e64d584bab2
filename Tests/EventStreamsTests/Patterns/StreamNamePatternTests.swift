import EventSchema
import EventStreams
import Testing

@Suite struct StreamNamePatternTests {
    private func matches(_ key: String, _ name: String) throws -> Bool {
        let streams = StreamConfigurations(streams: [key: [:]])
        try #require(streams.quarantined.isEmpty, "\(streams.quarantined)")
        return streams[name] != nil
    }

    @Test(
        arguments: [
            (#"/^a\Sb\z/"#, "a-b", true), (#"/a$/"#, "a\n", true), (#"/a$/D"#, "a\n", false), (#"/a\z/"#, "a\n", false),
            (#"/a\Z/"#, "a\n", true), (#"/\Ab/m"#, "a\nb", false), ("/b/A", "ab", false), ("/^b/m", "a\nb", true),
            ("/a.b/", "a\rb", true), (#"/a\sb/"#, "a\u{a0}b", false), (#"/a\hb/"#, "a\tb", true),
            (#"/^\x41\x{42}\t$/"#, "AB\t", true), (#"/\Qa.b\E+/"#, "a.b", true), (#"/^\Qa.b/"#, "axb", false),
            ("/[[:alpha:]-]+x/", "a-x", true), ("/^[^[:digit:]]$/", "1", false), ("/[]a]b/", "]b", true),
            ("/^[a-c]$/i", "B", true), ("/^[a\\-c]$/", "b", false), (#"/^[\w.]+$/"#, "a.b", true),
            (#"/^[a-\d]$/"#, "-", true),
            ("/a b # c/x", "ab", true), ("/^(?i)ab$/", "AB", true), ("/^(?i:a)b$/", "AB", false),
            ("/^(a(?i)b)c$/", "aBC", false),
            ("/(?<year>a)(?P<b>b)(?'c'c)/", "abc", true), ("/a(?#note)b/", "ab", true), ("/a(?!b)/", "ab", false),
            ("/(?<=a)b/", "ab", true), ("/a{,2}b/", "a{,2}b", true), ("/^a{2}$/", "aa", true), ("/^a{x$/", "a{x", true),
            ("/a+?b/", "aab", true), ("/é/i", "É", true), ("/^(?s).$/", "\n", true), (#"/\R/"#, "\n", true),
            ("//", "x", true), ("/^a b$/", "a b", true), ("/^(?=a)*b/", "b", true),
            ("/^ab?c/", "ac", true), ("/^ab*/", "a", true), ("/^ab{0}c/", "ac", true), ("/^a|b/", "b", true),
            ("/^a\\.b/", "axb", false), ("/^a\\.b/", "a.bc", true), ("/^ab/i", "AB", true), ("/^a(?i)b/", "aB", true),
            ("/^ab#c/x", "ab", true), ("/a$|b$/", "a\n", true), ("/^a$b/", "a\nb", false),
        ])
    func `a translated pattern matches as in PCRE`(key: String, name: String, isMatch: Bool) throws {
        #expect(try matches(key, name) == isMatch)
    }

    @Test(
        arguments: [
            (#"/(a)\1/"#, "back-references"), ("/a++/", "possessive"), ("/(?>a)/", "(?>"), ("/(?R)/", "(?R"),
            ("/(*FAIL)/", "verbs"),
            (#"/\K/"#, "\\K"), ("/[a/", "class is not closed"), ("/[b-a]/", "out of order"),
            ("/[[:nope:]]/", "is not a class"),
            ("/(?<a-b>c)/", "name"), ("/a)/", "parenthesis"), ("/*/", "repeat"), ("/(?i/", "not closed"),
            ("/a(?i)*/", "repeat"),
            ("/a/e", "flag"),
            (#"/\x{110000}/"#, "no character"), (#"/\p{Nope}/"#, "Nope"),
        ])
    func `an unsupported or invalid pattern quarantines the entry with the reason`(key: String, part: String) {
        let streams = StreamConfigurations(streams: [key: [:]])
        #expect(streams.quarantined.first?.issues.first?.message.contains(part) == true, "\(streams.quarantined)")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a pattern with exponential backtracking in other engines is matched in linear time`() throws {
        #expect(try !matches("/^(a+)+$/", String(repeating: "a", count: 5_000) + "!"))
    }

    @Test(arguments: ["(", "[", "(?:", "(?<a>", "[[:alpha:]"])
    func `a pattern with thousands of unclosed groups or classes is quarantined`(part: String) {
        let key = "/" + String(repeating: part, count: 2_000) + "/"
        #expect(StreamConfigurations(streams: [key: [:]]).quarantined.map(\.name) == [key])
    }

    @Test(arguments: ["\\", "a{1,"])
    func `a long pattern of literal characters is accepted`(part: String) {
        let key = "/" + String(repeating: part, count: 2_000) + "/"
        #expect(StreamConfigurations(streams: [key: [:]]).quarantined.isEmpty)
    }
}
