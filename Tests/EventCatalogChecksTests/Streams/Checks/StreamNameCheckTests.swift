import EventCatalog
import Testing

@Suite struct StreamNameCheckTests {
    private func findings(names: [String]) throws -> [String] {
        let streams = names.map { "\($0):\n  schema_title: app/tap\n" }.joined()
        return try streamFindings(["a.yaml": streams])
    }

    @Test(
        arguments: [
            ("''", ["missing-stream-name a.yaml:1:1"]), ("' '", ["missing-stream-name a.yaml:1:1"]),
            ("~", ["missing-stream-name a.yaml:1:1"]), ("a~b", ["stream-name-form a.yaml:1:1"]),
            ("a|b", ["stream-name-separator a.yaml:1:1"]), ("/^(a|b)/", []),
            ("a b", ["stream-name-form a.yaml:1:1"]), ("'a.b '", ["stream-name-form a.yaml:1:1"]),
            ("../../x", ["stream-name-form a.yaml:1:1"]), ("a..b", ["stream-name-form a.yaml:1:1"]),
            ("a.", ["stream-name-form a.yaml:1:1"]),
            (".a", ["stream-name-form a.yaml:1:1"]), ("a_", ["stream-name-form a.yaml:1:1"]),
            ("-a", ["stream-name-form a.yaml:1:1"]), ("a/b", ["stream-name-form a.yaml:1:1"]),
            ("a.ö", ["stream-name-form a.yaml:1:1"]), ("x-common", ["stream-name-form a.yaml:1:1"]),
            ("a.b_c-d.v1", []), ("no", []), ("on", []), ("1.10", []), ("2026-01-31", []),
            ("eventlogging_Search", ["reserved-stream-name a.yaml:1:1"]), ("app.eventlogging_search", []),
            (String(repeating: "a", count: 250), ["long-stream-name a.yaml:1:1"]),
            (String(repeating: "a", count: 249), []),
        ])
    func `the form of a name is reported where no client or no topic can have it`(name: String, expected: [String])
        throws
    {
        #expect(try findings(names: [name]) == expected)
    }

    @Test(arguments: [("a\u{200B}b", "U+200B"), ("a\u{2060}b", "U+2060"), ("aöb", "“ö”")])
    func `the character of a name that is not a plain one can be seen`(name: String, character: String) throws {
        let found = try check(["Streams/a.yaml": "\(name):\n  schema_title: analytics/product_metrics/app/base\n"])
        #expect(found.map(\.rule.id) == ["stream-name-form"])
        #expect(found.first?.problem.hasSuffix("has the character \(character).") == true)
        #expect(found.first?.description.unicodeScalars.contains("\u{200B}") == false)
    }

    @Test func `a prefix of topics counts for the length of a name`() throws {
        let name = String(repeating: "a", count: 245)
        let stream = { (prefix: String) in "\(name):\n  schema_title: app/tap\n  topic_prefixes: [b., \(prefix)]\n" }
        #expect(try streamFindings(["a.yaml": stream("cod.")]) == [])
        #expect(try streamFindings(["a.yaml": stream("codf.")]) == ["long-stream-name a.yaml:1:1"])
    }

    @Test func `a stream of a legacy schema may have the reserved prefix`() throws {
        let stream = "eventlogging_Search:\n  schema_title: analytics/legacy/search\n"
        #expect(try streamFindings(["a.yaml": stream]) == ["unknown-schema-title a.yaml:2:3"])
    }

    @Test(
        arguments: [
            ("app.search", "app.serach"), ("app.search", "app.serch"), ("app.search", "app.seaarch"),
            ("app.search", "app.seerch"), ("app.search", "app_search"),
            ("app.search_open", "app.searchopen"), ("app.clicks", "app.click"), ("app.v1.search", "app.v1.saerch"),
        ])
    func `two names that differ in a letter, in case or in separators are reported at the second`(
        first: String, second: String
    ) throws {
        #expect(try findings(names: [first, "other.stream", second]) == ["similar-stream-names a.yaml:5:1"])
    }

    @Test(
        arguments: [
            ("app.Search", ["stream-name-case a.yaml:1:1"]), ("App.search", ["stream-name-case a.yaml:1:1"]),
            ("app.search_open", []), ("app.search-open", []), ("/^App/", []),
        ])
    func `a name with capital letters is reported, and no pattern`(name: String, expected: [String]) throws {
        #expect(try findings(names: [name]) == expected)
    }

    @Test func `a name that differs from another in case is reported for both reasons`() throws {
        let rules = try findings(names: ["app.search", "App.Search"])
        #expect(rules.sorted() == ["similar-stream-names a.yaml:3:1", "stream-name-case a.yaml:3:1"])
    }

    @Test(
        arguments: [
            ("app.tap", "app.map"), ("app.search.v1", "app.search.v2"), ("app.v1.1", "app.v11"),
            ("wdqs.query", "wcqs.query"), ("app.import", "app.export"), ("app.search", "web.search"),
            ("app.search", "app.search_error"), ("app.search", "/^app.search/"), ("app.saerch", "app.seahrc"),
        ])
    func `two names that differ in more, in a digit or in an abbreviation are in order`(first: String, second: String)
        throws
    {
        #expect(try findings(names: [first, second]).filter { $0.hasPrefix("similar") } == [])
    }

    @Test(
        arguments: [
            ("stream: t", ["other-stream-name a.yaml:3:3"]),
            ("stream: 5", ["other-stream-name a.yaml:3:3"]),
            ("stream: s", []), ("stream: null", []),
        ])
    func `a setting stream that differs from the name is reported`(line: String, expected: [String]) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == expected)
    }

    @Test func `a name in the defaults is reported`() throws {
        let files = ["defaults.yaml": "topics: null\nstream: s\n", "a.yaml": tapStream()]
        #expect(try streamFindings(files) == ["other-stream-name defaults.yaml:2:1"])
    }

    @Test func `two files of defaults are reported at the second`() throws {
        let files = ["defaults.yaml": "topics: null\n", "defaults.yml": "topics: null\n", "a.yaml": tapStream()]
        #expect(try streamFindings(files) == ["duplicate-stream defaults.yml"])
    }
}
