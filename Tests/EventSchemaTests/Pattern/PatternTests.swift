import Testing

@testable import EventSchema

@Suite struct PatternTests {
    /// How many steps a search takes.
    private func steps(of pattern: Pattern, _ text: String, isFound: Bool) -> Int {
        var left = Int.max
        let found = text.withUTF8Bytes { pattern.matches($0.span, within: &left) }
        #expect(found == isFound)
        var fewer = Int.max - left - 1
        #expect(!text.withUTF8Bytes { pattern.matches($0.span, within: &fewer) } && fewer < 0)
        return Int.max - left
    }

    @Test(arguments: ["^(a+)+$", "^(a|a)*$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y"], [true, false])
    func `work is linear in the text, whichever automaton runs`(source: String, usesTable: Bool) throws {
        let pattern = try Pattern(source, unicode: true, usesTable: usesTable)
        func steps(_ length: Int) -> Int {
            self.steps(of: pattern, String(repeating: "a", count: length) + "!", isFound: false)
        }
        let perCode = steps(1_001) - steps(1_000)
        #expect(perCode < 100)
        #expect(steps(10_000) <= steps(1_000) + perCode * 9_000)
    }

    /// Never ends when copies of nothing are made: no instruction is counted.
    @Test(
        arguments: [
            "(((){10000}){10000}){10000}", "((((){0,10000}){10000}){1,10000}){10000}", "((a{0}){10000,}){10000}",
            "((()()){10000}){10000}b", "((?:(?:){9}|){99}){99}",
        ])
    func `repetitions of nothing are small`(source: String) throws {
        let pattern = try Pattern(source, unicode: true, maximumSize: 20_000)
        #expect(pattern.size < 20_000)
        #expect(pattern.matches("b"))
    }

    /// Takes minutes and gigabytes when the rest of the text is kept for each beginning of a name.
    @Test func `beginnings of named groups are read in one pass`() {
        let text = String(repeating: "(?<\u{2039}", count: 100_000)
        #expect(!PatternParser.accepts(text, unicode: true))
        #expect(PatternParser.accepts("(?<name>a)\\k<name>", unicode: true))
        #expect(!PatternParser.accepts("(?<name>a)\\k<other>", unicode: true))
    }

    /// Drafts 4, 6 and 7 do not ask for the flag `u`, without which any character but one of words may be escaped.
    @Test(arguments: [Dialect.draft4, .draft6, .draft7])
    func `punctuation may be escaped in earlier drafts, letters may not`(dialect: Dialect) throws {
        func schema(_ pattern: String, _ dialect: Dialect) throws -> Schema {
            let mode = Schema.Mode.standard(assertsFormats: true)
            return try Schema(["pattern": .string(pattern)], mode: mode, dialect: dialect)
        }
        let path = try schema(#"^\/[^\*\?\&\%]*(\/\*)?$"#, dialect)
        #expect(path.isValid("/users/*") && !path.isValid("users") && !path.isValid("/a&b"))
        #expect(try schema(#"^\d{4}\-\d{2}\:[\:\"\-a]\…$"#, dialect).isValid("2026-02:\"…"))
        for pattern in [#"^a\Z"#, #"\a"#, #"\_"#, #"[\e]"#, #"\é"#] {
            #expect(throws: SchemaError.self) { try schema(pattern, dialect) }
        }
        for later in [Dialect.draft201909, .draft202012] {
            #expect(throws: SchemaError.self) { try schema(#"a\-b"#, later) }
        }
    }

    @Test func `a pattern is read by the draft of its document`() throws {
        let later: JSONValue = ["$schema": .string(Dialect.draft202012.uri), "pattern": #"a\-b"#]
        #expect(throws: SchemaError.self) {
            try Schema(
                ["pattern": #"a\-b"#, "additionalProperties": ["$ref": "/later"]],
                mode: .standard(assertsFormats: false), registry: ["/later": later])
        }
    }

    @Test func `work with look-arounds is linear in the text`() throws {
        let pattern = try Pattern("^(?=(a+)+$)(?!.*b)(?<=^)a*$", unicode: true)
        let short = steps(of: pattern, String(repeating: "a", count: 1_000), isFound: true)
        let long = steps(of: pattern, String(repeating: "a", count: 10_000), isFound: true)
        #expect(long <= 11 * short)
    }

    @Test(arguments: [true, false])
    func `expressions match as ECMA-262 specifies`(usesTable: Bool) throws {
        let table: [(String, finds: [String], misses: [String])] = [
            ("", ["", "x"], []), ("b", ["abc"], ["ac"]), ("^a$", ["a"], ["a\n", "\na", "aa"]), ("^$", [""], ["a"]),
            ("a|b|", ["", "c"], []), ("^(?:ab|cd)$", ["ab", "cd"], ["ac"]),
            ("^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]),
            ("^a{2,}?$", ["aa", "aaaaa"], ["a"]), ("^a?b*c+$", ["c", "abbcc"], ["ab"]), ("^a{0}$", [""], ["a"]),
            (#"^\d$"#, ["7"], ["७", "a"]), (#"^\w+$"#, ["aZ_9"], ["é", "-"]),
            (#"^\s$"#, [" ", "\u{FEFF}", "\u{2003}"], ["a"]),
            ("^.$", ["🐲", "é"], ["\n", "\u{2028}", "ab"]), ("^[^a-c]$", ["d", "🐲"], ["b"]),
            (#"^[\d\-x]$"#, ["-", "5"], ["y"]),
            (#"^\u{1F432}$"#, ["🐲"], ["a"]), (#"^\uD83D\uDC32$"#, ["🐲"], ["a"]),
            (#"^\x41\u0042\cA\0$"#, ["AB\u{1}\u{0}"], ["AB"]),
            (#"^\p{Script=Greek}\p{sc=Hira}\P{Script=Latin}$"#, ["αあ1", "ΩんЖ"], ["aあ1", "αあa", "αア1"]),
            (#"^\p{Script_Extensions=Deva}$"#, ["अ", "।"], ["a"]), (#"^\p{Script=Deva}$"#, ["अ"], ["।"]),
            (#"^\p{scx=Kawi}$"#, ["\u{11F00}"], ["a"]), (#"^[\p{sc=Zinh}\p{Script=Qaai}]$"#, ["\u{300}"], ["a"]),
            (#"^\p{Lu}\P{Lu}$"#, ["Éé", "A1"], ["ab"]), (#"\bfoo\b"#, ["a foo!"], ["afoo"]),
            (#"^(?=.*\d)(?=.*[a-z]).{3}$"#, ["a1b", "1aa"], ["aaa", "111", "a1"]),
            ("^(?!ab).*$", ["ba", "a"], ["abc"]),
            ("(?<=a)b", ["ab"], ["b", "cb"]), ("(?<!a)b", ["b", "cb"], ["ab"]), (#"^(?<n>a)(?:b)$"#, ["ab"], ["a"]),
            ("^(?=a(?!b))a", ["ac", "a"], ["ab"]), ("(^a|b$)", ["ax", "xb"], ["xa"]), ("^é$", ["é"], ["e\u{301}"]),
            ("x*$^y|^$", [""], ["y"]), ("^(a|ab)(c|bcd)$", ["abcd", "ac", "abc"], ["ab"]),
        ]
        for (source, finds, misses) in table {
            let pattern = try Pattern(source, unicode: true, usesTable: usesTable)
            for text in finds { #expect(pattern.matches(text), "\(source) in \(text)") }
            for text in misses { #expect(!pattern.matches(text), "\(source) in \(text)") }
        }
    }

    @Test(
        arguments: [
            ("a(b", 1), ("a)", 1), ("[b-a]", 1), ("[a", 0), ("a**", 2), ("a{2,1}", 1), ("{", 0), ("]", 0), (#"\-"#, 0),
            (#"\u12"#, 0), (#"\p{Nonsense}"#, 0), (#"\p{Script=Klingon}"#, 0), (#"\p{Block=Greek}"#, 0),
            (#"(a)\1"#, 3), (#"\2"#, 0),
            (#"(?<n>a)\k<n>"#, 7),
            ("(?<a", 3), ("(?a)", 0), (#"\"#, 0), ("(?=a)*", 0), (#"[\d-z]"#, 1), (#"\01"#, 0), ("a{99999}", 1),
        ])
    func `an invalid expression with the u flag is refused with its offset`(source: String, offset: Int) {
        let error = #expect(throws: PatternError.self) { try Pattern(source, unicode: true) }
        #expect(error?.offset == offset)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func `an expression that is too large or too deep is refused`() {
        #expect(throws: PatternError.self) { try Pattern("((a{100}){100}){100}", unicode: true) }
        let deep = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
        #expect(throws: PatternError.self) { try Pattern(deep, unicode: true) }
    }

    @Test func `without the u flag, text is UTF-16 and annex B holds`() throws {
        #expect(try Pattern("^..$", unicode: false).matches("🐲"))
        #expect(try Pattern("^[🐲]$", unicode: false).matches("🐲") == false)
        #expect(try Pattern(#"^\p{L}\-{]\8$"#, unicode: false).matches("p{L}-{]8"))
        #expect(try Pattern(#"^\101$"#, unicode: false).matches("A"))
    }
}
