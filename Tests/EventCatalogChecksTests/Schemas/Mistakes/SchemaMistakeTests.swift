import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// The rules on one schema: what they find, and what they leave alone. Each rule's own example is tested elsewhere.
@Suite struct SchemaMistakeTests {
    /// The rules that version 1.0.0 breaks, with this property or these members.
    private func rules(_ properties: String..., more: String = "") throws -> [String] {
        let text = RuleExample.tapSchema(properties, more)
        return try check(["Schemas/app/tap/1.0.0.yaml": text]).map(\.rule.id)
    }

    @Test(arguments: [
        ("{type: string, description: A., discription: B.}", ["unknown-keyword"]),
        ("{type: string, x-owner: team, $comment: Note.}", []),
        ("{type: string, format: url}", []),
        ("{type: string, Some words: here, others: there}", ["unknown-keyword"]),
        ("{type: object, $defs: {}}", ["unknown-keyword"]),
        ("{type: object, properties: {maxLenght: {type: string}, titel: {type: string}}}", []),
        ("{type: array, items: {type: string, maxlength: 3}}", ["unknown-keyword"]),
        ("{type: string, enum: [a], minimum: 1}", ["ineffective-keyword"]),
        ("{type: [string, integer], minimum: 1, maxLength: 3}", []), ("{minimum: 1, maxLength: 3}", []),
        ("{type: array, items: {type: string}, properties: {}}", ["ineffective-keyword"]),
    ])
    func `a keyword without effect is found, and names of properties are not keywords`(
        property: String, expected: [String]
    ) throws {
        #expect(try rules("x: \(property)") == expected)
    }

    @Test(arguments: [
        ("{type: integer, minimum: 3, maximum: 2}", true), ("{type: integer, minimum: 3, maximum: 3}", false),
        ("{type: integer, minimum: 3, exclusiveMaximum: 3}", true),
        ("{type: number, exclusiveMinimum: 3, maximum: 3.5}", false),
        ("{type: integer, minimum: 0.2, maximum: 0.8}", true), ("{type: integer, minimum: 0.2, maximum: 1}", false),
        ("{type: string, minLength: 5, maxLength: 4}", true), ("{type: array, minItems: 2, maxItems: 1}", true),
        ("{type: number, minimum: 1e400, maximum: 1e399}", true),
        ("{type: object, required: [a, b], maxProperties: 1}", true),
        ("{type: object, required: [a, a], maxProperties: 1}", false),
        ("{type: object, additionalProperties: false, properties: {a: {}}, minProperties: 2}", true),
        ("{type: object, properties: {a: {}}, minProperties: 2}", false),
        ("{type: string, pattern: '^[a-z]{20}$', maxLength: 19}", true),
        ("{type: string, pattern: '^[a-z]{20}$', maxLength: 20, minLength: 20}", false),
        ("{type: string, pattern: '^(a|bcd)?$', minLength: 4}", true),
        ("{type: string, pattern: '(a|bcd)?', minLength: 4}", false),
    ])
    func `limits that cross are found`(property: String, isFound: Bool) throws {
        // A repeated required name is refused by the compiler.
        #expect(try rules("x: \(property)").contains("crossed-limits") == isFound)
    }

    @Test(arguments: [
        ("{type: number, multipleOf: 0.01}", "0.07 / 0.01 is 7.000000000000001"),
        ("{type: number, multipleOf: 1e-1}", "0.3 / 1e-1 is 2.9999999999999996"),
        ("{multipleOf: 0.01, minimum: 4.02, maximum: 4.05}", "4.02 / 0.01 is 401.99999999999994"),
        ("{type: number, multipleOf: 0.01, maximum: 0.06}", nil), ("{type: number, multipleOf: 0.25}", nil),
        ("{type: number, multipleOf: 2}", nil), ("{type: integer, multipleOf: 0.01}", nil),
        ("{type: number, multipleOf: 1e-300}", nil), ("{type: number, multipleOf: 0.01, minimum: 1e300}", nil),
    ])
    func `a fraction of which the intake refuses multiples is found`(property: String, expected: String?) throws {
        let found = try check(["Schemas/app/tap/1.0.0.yaml": RuleExample.tapSchema(["x: \(property)"], "")])
        let problem = found.first { $0.rule.id == "fractional-multiple" }?.problem
        #expect((problem == nil) == (expected == nil) && problem?.contains(expected ?? "") ?? true, "\(found)")
    }

    @Test func `a listed multiple that the intake refuses is not called a mistake of the value`() throws {
        let property = "x: {type: number, multipleOf: 0.01, enum: [4.02]}"
        let found = try check(["Schemas/app/tap/1.0.0.yaml": RuleExample.tapSchema([property], "")])
        let finding = try #require(found.first { $0.rule.id == "impossible-value" })
        #expect(finding.problem.contains("the intake divides doubles") && finding.remedy == MultipleChecks.remedy)
    }

    @Test(arguments: [
        ("{type: string, enum: [a, 1]}", ["impossible-value"]), ("{type: string, enum: [a, null]}", []),
        ("{type: string, enum: [abc], maxLength: 2}", ["impossible-value"]),
        ("{type: string, enum: [abc], pattern: '^b'}", ["impossible-value"]),
        ("{type: string, format: date, enum: ['2026-01-01', '2026-20-01']}", ["impossible-value"]),
        ("{type: string, format: url, enum: ['https://example.org', home]}", ["impossible-value"]),
        (#"{type: string, enum: ['2026-2'], pattern: '^[0-9]{4}\-[0-9]{2}$'}"#, ["impossible-value"]),
        ("{type: integer, enum: [1, 2], maximum: 1}", ["impossible-value"]), ("{type: number, enum: [1, 2.5]}", []),
        ("{type: integer, const: '1'}", ["impossible-value"]),
        ("{enum: [a, b], const: c}", ["impossible-value"]), ("{enum: [a, b], const: b}", []),
        ("{type: string, default: a, enum: [b]}", ["invalid-default"]),
        ("{type: string, default: b, enum: [b]}", []), ("{type: integer, default: 0, minimum: 0}", []),
    ])
    func `a listed value that its schema refuses is found`(property: String, expected: [String]) throws {
        #expect(try rules("x: \(property)") == expected)
    }

    @Test(arguments: [
        ("{type: object, additionalProperties: false, properties: {a: {}}, required: [b]}", ["impossible-required"]),
        ("{type: object, properties: {a: {}}, required: [b]}", []),
        ("{type: object, properties: {a: false}, required: [a]}", ["impossible-required"]),
        ("{type: object, additionalProperties: false, patternProperties: {b: {}}, required: [b]}", []),
        (
            "{type: array, items: {type: object, additionalProperties: false, properties: {a: {}}, required: [b]}}",
            ["impossible-required"]
        ),
        ("{type: array, items: {type: object, properties: {a: {}}, required: [b]}}", ["undeclared-required"]),
        ("{type: array, items: {type: object, required: [b]}}", []),
        ("{allOf: [{additionalProperties: false, properties: {a: {}}}, {properties: {b: {}}}]}", ["closed-part"]),
        ("{allOf: [{additionalProperties: false, properties: {a: {}}}, {properties: {a: {}}}]}", []),
        ("{anyOf: [{additionalProperties: false, properties: {a: {}}}, {properties: {b: {}}}]}", []),
    ])
    func `a required name that no event may have is found`(property: String, expected: [String]) throws {
        #expect(try rules("x: \(property)") == expected)
    }

    @Test(arguments: [("oneOf", "a", true), ("anyOf", "a", true), ("oneOf", "b", false)])
    func `a required name that each branch describes is said to be described`(
        keyword: String, other: String, isDescribed: Bool
    ) throws {
        let branches = "[{properties: {a: {type: string}}}, {properties: {\(other): {type: integer}}}]"
        let property = "x: {type: object, required: [a], \(keyword): \(branches)}"
        let found = try check(RuleExample.made(property).files)
        let finding = try #require(found.first { $0.rule.id == "schema-required-properties-exist" })
        #expect(finding.problem.contains("each branch of \(keyword) describes it") == isDescribed)
        #expect(!finding.rule.reason.contains("are not checked"))
    }

    @Test(arguments: [
        (#"[0-9]{4}"#, "unanchored-pattern"), (#"^[0-9]{4}"#, "unanchored-pattern"), ("^[0-9]{4}$", nil),
        ("^https?://", nil), (#"\.png$"#, nil), ("^(a|b)$", nil), ("a", nil), ("^[a-z]+", nil),
        ("^(a+)+$", "backtracking-pattern"), ("^(a|a)*$", "backtracking-pattern"),
        ("^([a-z.]+[.])+$", "backtracking-pattern"), ("^([a-z]+[.])+$", nil), ("^(a?)*$", nil), ("^[a-z]*[a-z]*$", nil),
        ("^(a{2}|b)*$", nil), ("^(a{1,3})*$", "backtracking-pattern"), ("^(a{1,3}){2}$", nil),
        (#"^\d$"#, "engine-dependent-pattern"), (#"^\\d$"#, nil), (#"^\w$"#, "engine-dependent-pattern"),
        ("^(?!a)b$", "engine-dependent-pattern"), ("^(?<!a)b$", "engine-dependent-pattern"), ("^(?:a)b$", nil),
        (#"^a\Z"#, "foreign-pattern"), (#"^\Aa$"#, "foreign-pattern"), ("^[[:alpha:]]$", "foreign-pattern"),
        ("^[a:]$", nil),
    ])
    func `a pattern that others read differently is found`(pattern: String, rule: String?) throws {
        let found = try rules("x: {type: string, maxLength: 99, pattern: '\(pattern)'}")
        #expect(found.filter { $0 != "unanchored-pattern" || rule == $0 } == [rule].compactMap { $0 })
        if rule == nil { #expect(found == []) }
    }

    @Test(arguments: [
        ("pageId: {type: string}", "page_id: {type: string}", ["similar-property-names"]),
        ("page_id: {type: string}", "page_ids: {type: string}", []),
        ("load_ms: {description: Time in seconds., type: number}", "a: {}", ["differing-unit"]),
        ("load_ms: {description: 'Milliseconds, not seconds.', type: number}", "a: {}", []),
        ("load_ms: {description: How long it took., type: number}", "a: {}", []),
        ("size_kb: {description: Size in bytes., type: number}", "a: {}", ["differing-unit"]),
        ("page_id: {description: Page ID.}", "a: {}", ["empty-description"]),
        ("page_id: {description: ''}", "a: {}", ["empty-description"]),
        ("on: {}", "off: {}", ["ambiguous-text", "ambiguous-text"]), ("'on': {}", "\"no\": {}", []),
        ("2026-01-01: {}", "1.10: {}", ["ambiguous-text", "ambiguous-text"]),
        ("y: {}", "v1.10: {}", ["ambiguous-text"]),
        ("'y': {}", "2026-01: {}", []), ("08: {}", "12:30: {}", ["ambiguous-text", "ambiguous-text"]),
    ])
    func `a name or a description that misleads is found`(one: String, other: String, expected: [String]) throws {
        #expect(try rules(one, other) == expected)
    }

    /// The texts that `--fix` quotes, in their order.
    @Test(arguments: [
        ("{const: on}", "", ["on"]), ("{type: string, default: no, enum: ['no', yes]}", "", ["no", "yes"]),
        ("{type: object, default: {n: 012, x: on}}", "", ["n", "012", "on"]),
        ("{const: \"on\", title: 2026-02-11}", "", ["2026-02-11"]),
        ("{}", "examples: [{dt: 2026-02-11T08:17:03Z, b: 12:30:45, x: 'no'}]\n", ["2026-02-11T08:17:03Z", "12:30:45"]),
        // Quotes would not make a boolean of these.
        ("{type: boolean, default: no, enum: [on]}", "", []), ("{type: boolean}", "examples: [{x: on}]\n", []),
        // What an alias brings is found where it is written.
        ("{type: string, default: 'a'}", "examples: [&a {b: yes}, *a]\n", ["yes"]),
    ])
    func `a text is found wherever a value stands`(property: String, more: String, texts: [String]) throws {
        let text = RuleExample.tapSchema(["x: \(property)"], more)
        let found = try check(["Schemas/app/tap/1.0.0.yaml": text]).filter { $0.rule == .ambiguousText }
        #expect(found.flatMap(\.edits).sorted { $0.location < $1.location }.map(\.text) == texts)
        #expect(found.flatMap(\.edits).allSatisfy { $0.replacement == "'\($0.text)'" })
    }

    @Test(
        arguments: [
            ("page_id: {type: string, maxLength: 9, pattern: '[0-9]+'}", ["unanchored-pattern"]),
            ("id: {type: string, maxLength: 9, pattern: '[0-9]+'}", ["unanchored-pattern"]),
            ("page_id: {type: string, maxLength: 9, pattern: '^[0-9]+$'}", []),
            ("page_id: {type: string, maxLength: 9, pattern: '^p-'}", []),
            ("idea: {type: string, maxLength: 9, pattern: '[0-9]+'}", []),
        ]) func `a pattern of a name that means the whole text is anchored`(property: String, expected: [String]) throws
    {
        #expect(try rules(property) == expected)
    }

    @Test(
        arguments: [
            ("order", "SQL"), ("Order", "SQL"), ("protocol", "Swift"), ("default", "Swift"), ("case", "SQL and Swift"),
            ("page_order", nil), ("orders", nil), ("Protocol", nil), ("type", nil), ("date", nil), ("user", nil),
        ]) func `a name that SQL or Swift reserves is found`(name: String, language: String?) throws
    {
        #expect(ReservedWords.language(of: name) == language)
        #expect(try rules("\(name): {type: string}") == (language == nil ? [] : ["reserved-name"]))
    }

    @Test func `a byte order mark is found in a version of JSON, and within a text it is none`() throws {
        let text = #"{"title": "app/tap", "$id": "/app/tap/1.0.0", "description": "A \#u{FEFF}."}"#
        for (prefix, expected) in [("\u{FEFF}", ["byte-order-mark"]), ("", [])] {
            #expect(try check(["Schemas/app/tap/1.0.0.json": prefix + text]).map(\.rule.id) == expected)
        }
    }

    @Test(
        arguments: [
            ("title: b\n", "duplicate-key"), ("---\ntitle: b\n", "invalid-syntax"), ("\tx: 1\n", "invalid-syntax"),
        ]) func `what a reader of YAML refuses is found when the file is read`(more: String, rule: String) throws
    {
        let text = RuleExample.tapSchema([]) + more
        #expect(try check(["Schemas/app/tap/1.0.0.yaml": text]).map(\.rule.id) == [rule])
    }

    @Test(arguments: [
        ("'#/definitions/a'", "[{$ref: '#/definitions/a'}]"), ("/app/part/1.0.0", "[{$ref: /app/part/1.0.0}]"),
    ])
    func `the remedy for what stands beside a reference is YAML`(target: String, expected: String) throws {
        let text = RuleExample.tapSchema(["x: {type: string, $ref: \(target)}"], "")
        let found = try check(["Schemas/app/tap/current.yaml": text]).first { $0.rule == .referenceSiblings }
        #expect(found?.remedy.contains(expected) == true)
    }

    @Test func `examples that share an id or have the address of a person are found`() throws {
        let addresses = ["jo@mail.org", "jo@example.org", "8.8.8.8", "192.0.2.7", "10.1.2.3", "1.2.3"]
        let found = try addresses.map { try rules(more: "examples: [{button: \($0)}]\n") }
        #expect(found == [["personal-example"], [], ["personal-example"], [], [], []])
        #expect(try rules(more: "examples: [{meta: {id: a}}, {meta: {id: b}}, {}]\n") == [])
    }

    @Test func `a name in quotes is kept, and --fix quotes the others`() throws {
        let text = RuleExample.tapSchema(["on: {type: string, enum: [no, 'yes', off-line]}"])
        try withProject(["Schemas/app/tap/1.0.0.yaml": text]) { project in
            let (changes, report) = try project.check().fix()
            #expect(changes.count == 1 && report.findings.isEmpty)
            let expected = text.replacing("  on:", with: "  'on':").replacing("[no,", with: "['no',")
            #expect(try project.text(of: "Schemas/app/tap/1.0.0.yaml") == expected)
        }
    }
}
