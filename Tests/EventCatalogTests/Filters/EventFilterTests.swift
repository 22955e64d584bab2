import EventCatalog
import Testing

/// How filters are read. What they find is in the tests of the intake.
@Suite struct EventFilterTests {
    @Test(
        arguments: [
            ("a:b", ["b"]), ("a:b*c", ["b", "c"]), ("a:*", ["", ""]), (#"a:"*""#, ["", ""]), (#"a:"\*""#, ["*"]),
            (#"a:"b\*c*""#, ["b*c", ""]), (#"a:"\\*""#, [#"\"#, ""]), (#"a:\*"#, [#"\"#, ""]), (#"a:"""#, [""]),
            (#"a:"\"\n""#, [#""n"#]), ("a:\"\u{301} x\"", ["\u{301} x"]),
        ] as [(String, [String])])
    func `an asterisk stands for any characters, unless a backslash is before it in quotation marks`(
        filter: String, parts: [String]
    ) throws {
        let terms = try EventFilter(parsing: filter).terms
        #expect(terms.map(\.value.parts) == [parts])
        #expect(terms.first?.value.isAny == (parts == ["", ""]))
    }

    @Test(arguments: ["a:", #""""#, #":"""#, #"status:"""#, #"valid:"t*""#])
    func `a value is needed, or an empty text in quotation marks`(filter: String) {
        #expect(throws: EventFilterError.self) { try EventFilter(parsing: filter) }
    }

    @Test func `a comparison has an integer exactly`() throws {
        let comparisons = try EventFilter(parsing: "a:>9007199254740993 b:<=1e2").terms.compactMap(\.comparison)
        #expect(comparisons.map(\.integer) == [9_007_199_254_740_993, nil])
        #expect(comparisons.map(\.number) == [9_007_199_254_740_992, 100])
    }
}
