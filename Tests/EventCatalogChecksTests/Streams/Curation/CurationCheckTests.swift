import CatalogTestSupport
import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Testing

/// The rules of curation, each alone.
@Suite struct CurationCheckTests {
    static func stream(_ rules: String, provides list: String = "[page_id, agent_app_theme, performer_groups]")
        -> String
    {
        """
        s:
          schema_title: analytics/product_metrics/app/base
          producers:
            metrics_platform_client:
              provide_values: \(list)
              curation:
                \(rules)

        """
    }

    @Test(
        arguments: [
            ("page_id: {equals: 1}", []),
            ("page_title: {equals: x}", ["curation-without-attribute 7:9"]),
            ("agent_client_platform: {equals: ios}", []),
            ("page_idd: {equals: 1}", ["unknown-curation-attribute 7:9"]),
            ("page_idd: {equls: 1}", ["unknown-curation-attribute 7:9", "unknown-operator 7:20"]),
            ("page_id:\n        in: [1]", ["unknown-curation-attribute 8:9"]),
            ("in: [1]", ["unknown-curation-attribute 7:9"]),
            ("page_id: 5", ["malformed-curation-rule 7:9"]),
            ("page_id: [equals, 5]", ["malformed-curation-rule 7:9"]),
            ("agent_app_theme: {equals: no}", ["ambiguous-text 7:35"]), ("agent_app_theme: {equals: 'no'}", []),
            ("performer_groups: {contains_any: [a, y, 'y', 08]}", ["ambiguous-text 7:46", "ambiguous-text 7:54"]),
            ("page_id: {}", ["empty-curation-rule 7:9"]),
            ("page_id: []", ["empty-curation-rule 7:9"]),
            ("page_id:", ["empty-curation-rule 7:9"]),
            ("page_id: {equals: null}", ["empty-curation-rule 7:19"]),
            ("page_id: {equls: 1, less_then: 5}", ["unknown-operator 7:19", "unknown-operator 7:29"]),
            ("performer_groups: {equals: sysop}", ["unfit-operator 7:28"]),
            ("performer_groups: {in: [sysop]}", ["unfit-operator 7:28"]),
            ("agent_app_theme: {greater_than: 1}", ["unfit-operator 7:27"]),
            ("page_id: {equals: '1'}", ["unfit-operand 7:19"]),
            ("page_id: {in: 1}", ["unfit-operand 7:19"]),
            ("page_id: {less_than: 1e400}", ["unfit-operand 7:19"]),
            ("page_id: {greater_than: 12345678901234567890}", ["unfit-operand 7:19"]),
            ("page_id: {in: [1, 1e400]}", ["unfit-operand 7:27"]),
            ("page_id: {less_than: 9007199254740991}", []),
            ("page_id: {in: [1, '2', true]}", ["unfit-operand 7:27", "unfit-operand 7:32"]),
            ("performer_groups: {contains_all: sysop}", ["unfit-operand 7:28"]),
            ("performer_groups: {contains: [sysop]}", ["unfit-operand 7:28"]),
            ("performer_groups: {contains_any: []}", ["empty-operand-list 7:28"]),
            ("page_id: {in: []}", ["empty-operand-list 7:19"]),
            ("performer_groups: {contains_all: []}", ["curation-always-passes 7:28"]),
        ] as [(String, [String])])
    func `a mistake in a rule is found at its place`(rules: String, expected: [String]) throws {
        #expect(try check(["Streams/a.yaml": Self.stream(rules)]).map(\.place) == expected)
    }

    @Test(
        arguments: [
            ("{not_contains: sysop}", "Did you mean “does_not_contain”?"),
            ("{contains_al: [sysop]}", "Did you mean “contains_all”?"),
            ("{contains_some: [sysop]}", "Did you mean “contains_any”?"),
            (
                "{zzz: sysop}",
                "Operators for this attribute are contains, does_not_contain, contains_all, contains_any."
            ),
        ])
    func `an unknown operator has one that fits the attribute as its remedy`(rule: String, remedy: String) throws {
        let found = try check(["Streams/a.yaml": Self.stream("performer_groups: \(rule)")])
        #expect(found.map(\.remedy) == [remedy])
    }

    @Test(arguments: [
        ("agent_app_theme: {equals: 1.10}", "Put it in quotes: “'1.10'” is a text."),
        ("performer_groups: {contains: true}", "Put it in quotes: “'true'” is a text."),
        ("page_id: {equals: '1'}", "Write a number."),
        ("page_id: {less_than: 1e400}", "Write a smaller number, or remove the condition."),
    ])
    func `the remedy for an operand says how it is written`(rule: String, remedy: String) throws {
        #expect(try check(["Streams/a.yaml": Self.stream(rule)]).map(\.remedy) == [remedy])
    }

    @Test func `an older name in a rule is found with the edit to the name of today`() throws {
        let found = try check([
            "Streams/a.yaml": Self.stream("page_namespace: {equals: 0}", provides: "[page_namespace_id]")
        ])
        #expect(found.map(\.place) == ["older-attribute-name 7:9"])
        #expect(found.first?.edits.map(\.replacement) == ["page_namespace_id"])
    }

    @Test func `null takes back what the defaults have, without a finding`() throws {
        let defaults = """
            producers:
              metrics_platform_client:
                provide_values: [page_id, agent_app_theme]
                curation: {page_id: {equals: 1}, agent_app_theme: {equals: dark, not_equals: light}}
            """
        let stream = """
            s:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  curation: {page_id: null, agent_app_theme: {equals: null}}
            """
        #expect(try check(["Streams/a.yaml": stream, "Streams/defaults.yaml": defaults]) == [])
    }

    /// Rules of every kind of junk, in one file; the client's remarks on each stream are counted.
    @Test(arguments: 1...8) func `the check has a finding for each remark of the client, and no other`(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        func any<Element>(_ elements: [Element]) -> Element { elements[Int(random.next() % UInt64(elements.count))] }
        let attributes = [
            "page_id", "page_is_redirect", "mediawiki_skin", "performer_groups", "performer_registration_dt",
        ]
        let operands: [JSONValue] = [
            .null, 1, -0.5, true, "a", "2026-01-01T00:00:00Z", ["a"], [1], [true, "a", 2], ["x": 1], ["a", nil],
        ]
        let operators = CurationOperator.allCases.map(\.rawValue) + ["equls"]
        var streams = JSONObject()
        for position in 0..<60 {
            var rule = JSONObject()
            for _ in 0...Int(random.next() % 3) { rule[any(operators)] = any(operands) }
            let written: JSONValue = any([.object(rule), .object(rule), .object(rule), any(operands), [:], []])
            let client: JSONObject = [
                "provide_values": .array(attributes.map(JSONValue.string)),
                "curation": [any(attributes + ["page_idd"]): written],
            ]
            streams["s\(position)"] = [
                "schema_title": "a/b", "producers": ["metrics_platform_client": .object(client)],
            ]
        }
        let remarks = StreamConfigurations(streams: streams).diagnostics
        let files = Dictionary(
            uniqueKeysWithValues: streams.map { ("Streams/\($0).yaml", "\(JSONValue.object([$0: $1]))") })
        let rules: Set = [
            "malformed-curation-rule", "empty-curation-rule", "unknown-operator", "unfit-operator", "unfit-operand",
        ]
        let found = try check(files).filter { rules.contains($0.rule.id) }
        for name in streams.names {
            let count = found.filter { $0.location.file.hasSuffix("/\(name).yaml") }.count
            #expect(count == remarks.filter { $0.stream == name }.count, "\(streams[name] ?? .null)")
        }
    }

    // MARK: - Examples

    private func found(_ rule: String, _ list: String, examples: [String]) throws -> [CatalogFinding] {
        let schema = "title: a/b\n$id: /a/b/1.0.0\ntype: object\nexamples: [\(examples.joined(separator: ", "))]\n"
        let stream = Self.stream(rule, provides: list).replacing("analytics/product_metrics/app/base", with: "a/b")
        return try check(["Streams/a.yaml": stream, "Schemas/a/b/1.0.0.yaml": schema])
    }

    @Test func `curation that drops every example is a warning that names the condition`() throws {
        let found = try found(
            "page_id: {less_than: 5}", "[page_id]", examples: ["{page: {id: 7}}", "{page: {title: x}}"])
        #expect(found.map(\.place) == ["examples-all-dropped 6:7"])
        #expect(found.first?.problem.hasSuffix("in the first, page_id is 7, which does not pass “less_than”.") == true)
    }

    @Test(
        arguments: [
            ["{page: {id: 7}}", "{page: {id: 3}}"], [], ["no event"], ["{page: {title: x}}", "{page: {id: null}}"],
        ])
    func `curation that one example passes, or without examples that have the attribute, has no finding`(
        examples: [String]
    ) throws {
        #expect(try found("page_id: {less_than: 5}", "[page_id]", examples: examples) == [])
    }

    @Test func `another mistake in the curation leaves the examples unchecked`() throws {
        let found = try found("page_id: {less_than: 5}", "[]", examples: ["{page: {id: 3}}"])
        #expect(found.map(\.rule.id) == ["curation-without-attribute"])
    }
}
