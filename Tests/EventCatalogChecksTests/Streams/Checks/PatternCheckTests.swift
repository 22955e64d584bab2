import EventCatalog
import Testing

@Suite struct PatternCheckTests {
    private func findings(_ names: [String]) throws -> [String] {
        try streamFindings(["a.yaml": names.map { "\($0):\n  schema_title: app/tap\n" }.joined()])
    }

    @Test(arguments: ["/^app\\.(tap/", "/^app\\.", "/[z-a]/", "/^app/k"])
    func `a pattern that is not valid is reported`(pattern: String) throws {
        #expect(try findings([pattern]) == ["invalid-pattern a.yaml:1:1"])
    }

    @Test(
        arguments: [
            ("/^app\\./", "/^app\\.tap\\./"), ("/^app\\..*/", "/^app\\.tap$/"),
            ("/^mediawiki\\.job\\..+/", "/^mediawiki\\.job\\.refresh.+/"), ("/^app\\..+/", "/^app\\..+$/"),
        ])
    func `a pattern whose names all match an earlier one is reported`(earlier: String, later: String) throws {
        #expect(try findings([earlier, later]) == ["shadowed-pattern a.yaml:3:1"])
    }

    @Test(
        arguments: [
            ("/^app\\.tap\\./", "/^app\\./"), ("/^app\\.$/", "/^app\\.tap/"), ("/^app\\.[a-c]/", "/^app\\.tap/"),
            ("/^app\\./", "/app\\.tap/"), ("/^app\\./", "/^(app|web)\\.tap/"), ("/^app\\./", "/^apps?\\.tap/"),
            ("/^apps*/", "/^app$/"), ("/^app\\..+/", "/^app\\./"), ("/^app\\./i", "/^APP\\.tap/"),
            ("/^app|web/", "/^app\\.tap/"),
        ])
    func `a pattern that may match a name of its own is in order`(earlier: String, later: String) throws {
        #expect(try findings([earlier, later]).filter { $0.hasPrefix("shadowed") } == [])
    }

    @Test(
        arguments: [
            ("/^app\\./i", "Write the letters inside: “/^(?i)app\\./”."),
            ("/app\\./im", "Write the letters inside: “/(?im)app\\./”."), ("/^app\\./D", "Remove the letters."),
        ])
    func `letters behind a pattern are reported, with a pattern that has them inside`(pattern: String, remedy: String)
        throws
    {
        let found = try streamFindings(["a.yaml": "\(pattern):\n  schema_title: app/tap\n"]) {
            "\($0.rule.id) \($0.remedy)"
        }
        #expect(found == ["pattern-flags \(remedy) a.yaml:1:1"])
    }

    @Test func `letters behind a pattern are in order beside topics of its own`() throws {
        #expect(try streamFindings(["a.yaml": "/^app\\./i:\n  schema_title: app/tap\n  topics: [x]\n"]) == [])
    }

    @Test(arguments: ["//", "/.*/", "/^.+$/", "/^/"]) func `a pattern of all names is reported once`(pattern: String)
        throws
    {
        #expect(try findings(["app.tap", pattern, "web.tap"]) == ["pattern-of-all a.yaml:3:1"])
    }

    @Test func `a name that a pattern matches is a note, wherever the pattern stands`() throws {
        #expect(
            try findings(["app.tap", "/^app\\./", "app.map", "web.tap"])
                == ["overridden-pattern a.yaml:1:1", "overridden-pattern a.yaml:5:1"])
    }
}
