import CatalogTestSupport
import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Testing

/// Rules of curation that no value passes, conditions that every value passes, and operands outside the schema.
@Suite struct CurationSatisfiabilityCheckTests {
    private static let list =
        "[page_id, agent_app_theme, agent_release_status, performer_groups, performer_is_bot, performer_registration_dt]"

    private func places(_ rule: String) throws -> [String] {
        try check(["Streams/a.yaml": CurationCheckTests.stream(rule, provides: Self.list)]).map(\.place)
    }

    @Test(
        arguments: [
            ("page_id: {equals: 1, not_equals: 1}", "7:30"),
            ("page_id: {equals: 1, not_equals: 1.0}", "7:30"),
            ("page_id: {greater_than: 5, less_than: 3}", "7:36"),
            ("page_id: {greater_than: 5, less_than: 6}", "7:36"),
            ("page_id: {greater_than: 5, not_equals: 0, less_than: 7, not_in: [6]}", "7:65"),
            ("page_id: {equals: 4, in: [1, 2, 3]}", "7:30"),
            ("agent_app_theme: {equals: dark, in: [light, sepia]}", "7:41"),
            ("agent_app_theme: {contains: dark, does_not_contain: ar}", "7:43"),
            ("agent_app_theme: {does_not_contain: ''}", "7:27"),
            ("performer_groups: {contains: sysop, does_not_contain: sysop}", "7:45"),
            ("performer_groups: {contains_any: [a, b], does_not_contain: a, contains_all: [a]}", "7:71"),
            ("performer_groups: {contains_any: [a], does_not_contain: a}", "7:47"),
            ("performer_is_bot: {not_equals: true, not_in: [false]}", "7:46"),
            (
                "performer_registration_dt: {less_than: '2026-01-01T00:00:00Z', "
                    + "greater_than: '2026-01-01T01:00:00+01:00'}", "7:72"
            ),
            ("agent_release_status: {not_in: [prod, dev, debug]}", "7:32"),
            ("page_id: {less_than: -1}", "7:19"),
            ("page_id: {greater_than: 90071992547409920, less_than: 3}", "7:19"),
            ("page_id: {less_than: 0, not_equals: -1}", "7:33"),
        ])
    func `a rule that no value passes is an error at the later of its conflicting conditions`(
        rule: String, place: String
    ) throws {
        #expect(try places(rule) == ["curation-never-passes \(place)"])
    }

    @Test(
        arguments: [
            "page_id: {greater_than: 5, less_than: 7}", "page_id: {greater_than_or_equals: 5, less_than: 6}",
            "page_id: {equals: 2, in: [1, 2, 3], not_in: [1, 3], greater_than: 0}", "page_id: {not_in: [-1, 0, 1]}",
            "agent_app_theme: {contains: dark, does_not_contain: light, not_equals: dark}",
            "performer_groups: {contains_any: [a, b], does_not_contain: a}",
            "performer_groups: {contains: a, contains_any: [b], contains_all: [c], does_not_contain: d}",
            "performer_is_bot: {not_equals: true}", "agent_release_status: {not_in: [prod, dev]}",
            "performer_registration_dt: {greater_than: '2026-01-01T00:00:00Z', less_than: '2026-01-01T00:00:02Z'}",
            "performer_registration_dt: {greater_than: '2026-01-01T00:00:00Z', less_than: '2026-01-01T00:00:00.5Z'}",
        ])
    func `a rule that a value passes, or that is beyond the check, has no finding`(rule: String) throws {
        #expect(try places(rule) == [])
    }

    @Test(
        arguments: [
            ("page_id: {not_in: []}", "7:19"), ("performer_groups: {contains_all: []}", "7:28"),
            ("performer_is_bot: {in: [true, false]}", "7:28"), ("agent_app_theme: {contains: ''}", "7:27"),
            ("agent_release_status: {in: [prod, dev, debug]}", "7:32"),
            ("page_id: {greater_than_or_equals: -1}", "7:19"),
        ])
    func `a condition that every value passes is a note`(rule: String, place: String) throws {
        #expect(try places(rule) == ["curation-always-passes \(place)"])
    }

    @Test(
        arguments: [
            ("agent_release_status: {equals: production}", ["7:32"]),
            ("agent_release_status: {not_equals: production}", ["7:32"]),
            ("agent_release_status: {in: [prod, live, beta]}", ["7:43", "7:49"]),
            ("page_id: {equals: -5}", ["7:19"]), ("page_id: {equals: 1.5}", ["7:19"]),
            ("agent_app_theme: {equals: ''}", ["7:27"]),
            ("performer_groups: {contains: ''}", ["7:28"]),
        ])
    func `an operand that the schema refuses is an error`(rule: String, expected: [String]) throws {
        #expect(try places(rule) == expected.map { "operand-outside-schema \($0)" })
    }

    /// The places of the findings for a rule on `page_id` in a stream whose schema has this field for it.
    private func places(_ rule: String, field: String, more: String = "") throws -> [String] {
        let schema = """
            title: a/b
            $id: /a/b/1.0.0
            type: object
            definitions: {any: {}}
            properties: {page: {properties: {id: \(field)}\(more)}}
            """
        let stream = CurationCheckTests.stream("page_id: \(rule)", provides: "[page_id]")
            .replacing("analytics/product_metrics/app/base", with: "a/b")
        return try check(["Streams/a.yaml": stream, "Schemas/a/b/1.0.0.yaml": schema]).map(\.place)
    }

    @Test(
        arguments: [
            ("{less_than: 5}", "{type: integer, exclusiveMinimum: 5}", ["curation-never-passes 7:19"]),
            ("{less_than: 5}", "{type: integer, enum: [5, 6]}", ["curation-never-passes 7:19"]),
            ("{less_than: 5, greater_than: 3}", "{type: integer, multipleOf: 10}", []),
            ("{equals: 4}", "{type: integer, multipleOf: 10}", ["operand-outside-schema 7:19"]),
            ("{less_than: 5}", "{type: integer, minimum: 5, not: {enum: [5]}}", []),
            ("{less_than: 5, greater_than: 5}", "{minimum: -100000000000000000}", ["curation-never-passes 7:33"]),
            ("{less_than: 5}", "{type: integer, minimum: -100000000000000000}", []),
            (
                "{greater_than: 90071992547409920}", "{type: integer, minimum: 0, maximum: 1000000}",
                ["curation-never-passes 7:19"]
            ),
            ("{less_than: 5}", "{$ref: '#/definitions/any', minimum: 9}", []),
        ] as [(String, String, [String])])
    func `a schema limits a rule as far as it says so in plain words`(
        rule: String, field: String, expected: [String]
    ) throws {
        #expect(try places(rule, field: field) == expected)
    }

    @Test func `limits beside a reference are ignored, as the intake ignores them`() throws {
        let found = try places("{less_than: 5}", field: "{minimum: 9}", more: ", $ref: '#/definitions/any'")
        #expect(found == [])
    }

    @Test func `the message names the conditions, and for an operand the values of the schema`() throws {
        let rules = "page_id: {greater_than: 5, less_than: 3}\n        agent_release_status: {equals: live}"
        let found = try check(["Streams/a.yaml": CurationCheckTests.stream(rules, provides: Self.list)])
        #expect(
            found.first?.problem
                == "No value of page_id passes “greater_than: 5” and “less_than: 3”, so that every event is dropped.")
        #expect(found.last?.remedy == "It takes \"prod\", \"dev\", \"debug\".")
    }

    // MARK: - Properties

    /// The verdicts of the check on a rule on one attribute against those of the client's curation on small domains.
    @Test(arguments: 1...10) func `a rule is reported as never or always passing only if the client's curation agrees`(
        seed: UInt64
    )
        throws
    {
        var random = SeededGenerator(seed: seed)
        let rules = (0..<100).map { position in RandomRule(position, &random) }
        let files = Dictionary(
            uniqueKeysWithValues: rules.map { ("Streams/\($0.position).yaml", $0.stream) })
        let found = Dictionary(grouping: try check(files)) { finding in
            finding.location.file.split(separator: "/").last.map(String.init) ?? ""
        }
        for rule in rules {
            let ids = Set((found["\(rule.position).yaml"] ?? []).map(\.rule.id))
            let passing = rule.domain.filter(rule.passes)
            // The domain has a value of every kind, so that the check must also find what it can.
            #expect(ids.contains("curation-never-passes") == passing.isEmpty, "\(rule.stream)")
            if ids.contains("curation-always-passes"), rule.conditions.count == 1 {
                #expect(passing.count == rule.domain.count, "\(rule.stream)")
            }
        }
    }
}

/// A rule of random conditions on one attribute, and all values that can differ under it.
private struct RandomRule {
    let position: Int
    let attribute: String
    let conditions: JSONObject
    let domain: [JSONValue]
    private let curation: Curation

    init(_ position: Int, _ random: inout SeededGenerator) {
        self.position = position
        let kinds: [(String, ContextualAttribute, operands: [JSONValue], domain: [JSONValue])] = [
            ("page_revision_id", .pageRevisionID, (0...3).map { .number($0) }, (-2...6).map { .number($0) }),
            ("page_is_redirect", .pageIsRedirect, [true, false], [true, false]),
            ("mediawiki_skin", .mediaWikiSkin, ["a", "b", "ab"], Self.texts),
            ("performer_groups", .performerGroups, ["a", "b", "c"], Self.lists),
        ]
        let (name, attribute, operands, domain) = kinds[Int(random.next() % UInt64(kinds.count))]
        (self.attribute, self.domain) = (name, domain)
        var conditions = JSONObject()
        for _ in 0...Int(random.next() % 4) {
            let operators = CurationOperator.applicable(to: attribute.type)
            let chosen = operators[Int(random.next() % UInt64(operators.count))]
            let list = operands.filter { _ in random.next() % 2 == 0 }
            let one = operands[Int(random.next() % UInt64(operands.count))]
            conditions[chosen.rawValue] = chosen.takesListOperand ? .array(list.isEmpty ? [one] : list) : one
        }
        self.conditions = conditions
        curation =
            StreamConfigurations(streams: [
                "s": ["producers": ["metrics_platform_client": ["curation": [name: .object(conditions)]]]]
            ])["s"]?.curation ?? .none
    }

    /// A stream of an open schema, which takes every value.
    var stream: String {
        """
        "s\(position)":
          schema_title: analytics/product_metrics/web/none
          producers:
            metrics_platform_client:
              provide_values: [\(attribute)]
              curation: {"\(attribute)": \(JSONValue.object(conditions))}
        """
    }

    func passes(_ value: JSONValue) -> Bool {
        guard let path = ContextualAttribute(name: attribute)?.path else { return false }
        return curation.verdict(on: [path[0]: [path[1]: value]]) == .passes
    }

    private static let texts: [JSONValue] = ["", "a", "b", "ab", "ba", "c", "a-", "b-", "ab-"]
    private static let lists: [JSONValue] = (0..<16).map { bits in
        .array(["a", "b", "c", "d"].enumerated().filter { bits >> $0.offset & 1 == 1 }.map { .string($0.element) })
    }
}
