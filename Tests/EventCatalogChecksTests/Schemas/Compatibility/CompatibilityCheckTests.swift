import CatalogTestSupport
import EventStreams
import Foundation
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

@Suite struct CompatibilityCheckTests {
    /// A version of the schema `app/tap`, with one property.
    private func version(_ number: String, _ name: String, _ more: String = "") -> String {
        "title: app/tap\n$id: /app/tap/\(number)\ntype: object\n\(more)properties:\n  name: \(name)\n"
    }

    private func findings(
        _ files: [String: String], before: [String: String]? = nil, policy: CompatibilityCheck.Policy = .events
    ) throws -> [String] {
        var options = CompatibilityCheck.Options()
        options.policy = policy
        return try withFiles(before ?? ["a/1.0.0.yaml": "type: object\n"]) { base in
            try withFiles(files) { folder in
                let earlier = try before.map { _ in (try SchemaTree(directory: base), "start") }
                let check = CompatibilityCheck(
                    try SchemaTree(directory: folder), since: earlier, options: options,
                    asOf: UTCInstant(iso8601: "2026-01-01"))
                return check.findings.map { finding in
                    "\(finding.rule.id) \("\(finding.location)".replacing("\(folder)/", with: ""))"
                }
            }
        }
    }

    @Test(arguments: Rule.compatibilityRules)
    func `the mistake of a rule is its only finding, and the corrected form has none`(rule: Rule) throws {
        func ids(_ example: RuleExample) throws -> [String] {
            func part(_ name: String) -> [String: String] {
                let files = example.files.filter { $0.key.hasPrefix("\(name)/") }
                return Dictionary(
                    uniqueKeysWithValues: files.map { (String($0.key.dropFirst(name.count + 1)), $0.value) })
            }
            let before = part("before").isEmpty ? nil : part("before")
            let policy: CompatibilityCheck.Policy = rule == .upstreamIncompatibleChange ? .upstream : .events
            let found = try findings(before == nil ? part("Schemas") : part("after"), before: before, policy: policy)
            return found.map { String($0.prefix { $0 != " " }) }
        }
        #expect(try ids(rule.mistake) == [rule.id])
        #expect(try ids(rule.corrected) == [])
    }

    @Test func `versions are compared within their major, and the edited file with the newest`() throws {
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"),
            "app/tap/1.1.0.yaml": version("1.1.0", "{type: integer}"),
            "app/tap/2.0.0.yaml": version("2.0.0", "{type: boolean}"),
            "app/tap/current.yaml": version("2.1.0", "{type: 'null'}"),
        ]
        #expect(
            try findings(files) == [
                "incompatible-change app/tap/current.yaml:5:10", "incompatible-change app/tap/current.yaml:5:10",
            ])
        var corrected = files
        corrected["app/tap/1.1.0.yaml"] = nil
        corrected["app/tap/current.yaml"] = version("3.0.0", "{type: 'null'}")
        #expect(try findings(corrected) == [])
    }

    @Test func `versions that cannot be compiled have a note, also beside a break`() throws {
        let property = #"{type: string, maxLength: 64, pattern: '(a)\1'}"#
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", property),
            "app/tap/1.1.0.yaml": version("1.1.0", property.replacing("64", with: "32")),
        ]
        let found = try findings(files).map { $0.prefix { $0 != " " } }
        #expect(found.sorted() == ["incompatible-change", "untried-versions"])
    }

    @Test func `the finding on an edited file that keeps its number names the number that is due`() throws {
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"),
            "app/tap/current.yaml": version("1.0.0", "{type: string, description: The name.}"),
        ]
        #expect(try findings(files) == ["version-too-low app/tap/current.yaml:2:1"])
        #expect(Rule.versionTooLow.severity == .error)
    }

    @Test func `a number that is too low is an error, and no break of the version`() throws {
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string, maxLength: 1}"),
            "app/tap/1.0.1.yaml": version("1.0.1", "{type: string, maxLength: 2}"),
        ]
        try withFiles(files) { folder in
            let check = CompatibilityCheck(try SchemaTree(directory: folder))
            #expect(check.findings.map(\.rule) == [.versionTooLow])
            #expect(check.refused == [] && CheckReport(check).hasFailed(isStrict: false))
        }
    }

    @Test func `a version whose number is not the next of its level is a gap, once it is new`() throws {
        let text = "{type: string, maxLength: 1}"
        var files: [String: String] = [:]
        for number in ["1.0.0", "1.0.1", "1.1.0", "1.3.0", "2.0.0", "2.0.2", "4.0.0", "5.1.0"] {
            files["app/tap/\(number).yaml"] = version(number, text)
        }
        let gaps = ["1.3.0", "2.0.2", "4.0.0", "5.1.0"].map { "version-gap app/tap/\($0).yaml:2:1" }
        #expect(try findings(files) == gaps)
        #expect(try findings(files, before: files) == [])
        var before = files
        before["app/tap/5.1.0.yaml"] = nil
        #expect(try findings(files, before: before) == [gaps[3]])
    }

    @Test func `a change in a part of allOf is located there`() throws {
        let text =
            "title: app/tap\n$id: /app/tap/1.1.0\nallOf:\n- type: object\n  properties:\n    name: {type: integer}\n"
        let files = ["app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"), "app/tap/current.yaml": text]
        #expect(try findings(files).first == "incompatible-change app/tap/current.yaml:6:12")
    }

    @Test func `a published version that was edited, moved or removed is a finding`() throws {
        let (one, two) = (version("1.0.0", "{type: string}"), version("1.1.0", "{type: string}"))
        let before = ["app/tap/1.0.0.yaml": one, "app/tap/1.1.0.yaml": two, "b/1.0.0.yaml": "type: object\n"]
        let now = ["app/tap/1.0.0.yaml": one + "# The end.\n", "app/top/1.1.0.yaml": two, "c/1.0.0.yaml": "{}\n"]
        #expect(
            try findings(now, before: before) == [
                "reworded-version app/tap/1.0.0.yaml:6:1", "edited-version app/top/1.1.0.yaml",
                "edited-version b/1.0.0.yaml",
            ])
    }

    @Test(arguments: [
        ("{type: string}", "{type: string, default: a}", false), ("type: object", "type:  object", true),
        ("{type: string}", "{type: string, description: A name.}", true),
        ("{type: string}", "{type: string, examples: [a]}", true), ("/app/tap/1.0.0", "/app/top/1.0.0", true),
        ("{type: string}", "{type: string, maxLength: 3}", false),
        ("{type: string}", "{type: [string, 'null']}", false),
        ("{type: string}", "{type: string, description: A name., default: a}", false),
        ("type: object", "type: [", false),
    ])
    func `an edit of words or form is told apart from one that concerns events`(
        text: String, other: String, isReworded: Bool
    ) throws {
        let one = version("1.0.0", "{type: string}")
        let found = try findings(
            ["app/tap/1.0.0.yaml": one.replacing(text, with: other)], before: ["app/tap/1.0.0.yaml": one])
        #expect(
            found.map { $0.prefix { $0 != " " } }.filter { $0 != "invalid-syntax" } == [
                isReworded ? "reworded-version" : "edited-version"
            ])
    }

    @Test(arguments: [
        ("enum: [a, b]", "type: string, enum: [a, b]", true),
        ("enum: [a, b], not: {const: a}", "enum: [a, b], not: {const: c}", false),
        ("enum: [a, b], pattern: ^b", "enum: [a, b], pattern: '^[ab]'", false),
    ])
    func `an edit that lets further values pass is no edit of words`(old: String, new: String, isReworded: Bool) throws
    {
        let (before, now) = (version("1.0.0", "{\(old)}"), version("1.0.0", "{\(new)}"))
        let found = try findings(["app/tap/1.0.0.yaml": now], before: ["app/tap/1.0.0.yaml": before])
        #expect(found.map { $0.prefix { $0 != " " } } == [isReworded ? "reworded-version" : "edited-version"])
    }

    @Test func `the line ends of a checkout are no edit`() throws {
        let one = version("1.0.0", "{type: string}")
        let returned = one.replacing("\n", with: "\r\n")
        #expect(try findings(["app/tap/1.0.0.yaml": returned], before: ["app/tap/1.0.0.yaml": one]) == [])
    }

    @Test func `a file that nobody could read may go, and what concerns events is named first`() throws {
        let before = ["a/1.0.0.yaml": "title: a\n", "a/1.0.0.json": "{"]
        #expect(try findings(["a/1.0.0.yaml": "title: a\n"], before: before) == [])
        func text(_ description: String, _ length: Int) -> String {
            "title: a\ndescription: \(description)\nproperties: {name: {type: string, maxLength: \(length)}}\n"
        }
        try withFiles(["a/1.0.0.yaml": text("A.", 4)]) { base in
            try withFiles(["a/1.0.0.yaml": text("B.", 5)]) { folder in
                let check = CompatibilityCheck(
                    try SchemaTree(directory: folder), since: (tree: try SchemaTree(directory: base), commit: "c"))
                #expect(
                    check.findings.first?.problem.contains("since c: `name` may now have") == true, "\(check.findings)")
            }
        }
    }

    @Test func `with a commit, only the versions that it lacks are compared`() throws {
        let before = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"),
            "app/tap/1.1.0.yaml": version("1.1.0", "{type: integer}"),
        ]
        #expect(try findings(before, before: before) == [])
        let now = ["app/tap/1.2.0.yaml": version("1.2.0", "{type: boolean}")].merging(before) { $1 }
        #expect(try findings(now, before: before) == ["incompatible-change app/tap/1.2.0.yaml:5:10"])
    }

    @Test func `a waiver of another check is left alone, and an unused one of this check is reported`() throws {
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"),
            "app/tap/current.yaml": version(
                "1.1.0", "{type: string}",
                "# eventctl-allow unknown-setting until 2027-01-31: other\n"
                    + "# eventctl-allow incompatible-change until 2027-01-31: none\n"),
        ]
        #expect(try findings(files) == ["unused-waiver app/tap/current.yaml:5:1"])
    }

    private static let waiver = "# eventctl-allow incompatible-change until 2027-01-31: on purpose\n"

    /// A version that breaks the one before it, and the edited file with a waiver of the break, as of a later version.
    private func waived(_ number: String) -> [String: String] {
        [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"),
            "app/tap/1.1.0.yaml": version("1.1.0", "{type: boolean}"),
            "app/tap/current.yaml": version(number, "{type: boolean}", "description: Taps.\n\(Self.waiver)"),
        ]
    }

    @Test(arguments: ["1.1.1", "1.2.0", "2.0.0"])
    func `a waiver in the edited file covers the break also when later versions are made`(number: String) throws {
        let files = waived(number)
        #expect(try findings(files) == [])
        let unwaived = files.mapValues { $0.replacing(Self.waiver, with: "") }
        #expect(try findings(unwaived) == ["incompatible-change app/tap/current.yaml:6:10"])
    }

    @Test func `with a commit, a waiver of a break that it has is not unused`() throws {
        let files = waived("1.1.1")
        #expect(try findings(files, before: files) == [])
    }

    @Test func `a baseline knows a break after its version is made, and after the next is begun`() throws {
        let first = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"),
            "app/tap/current.yaml": version("1.1.0", "{type: boolean}"),
        ]
        try withFiles(first) { folder in
            func report() throws -> CheckReport { CheckReport(CompatibilityCheck(try SchemaTree(directory: folder))) }
            let baseline = Baseline(try report())
            for number in ["1.1.0", "1.2.0"] {
                for (name, text) in waived(number) {
                    let text = text.replacing("description: Taps.\n\(Self.waiver)", with: "")
                    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
                }
                var known = try report()
                known.exclude(baseline)
                #expect(known.findings == [] && known.known.count == 1, "\(number): \(known.findings)")
            }
        }
    }

    @Test func `jsonschema-tools compares versions by name`() throws {
        let files = ["1.1.0": "1", "1.2.0": "2", "1.10.0": "2"].map { number, limit in
            ("app/tap/\(number).yaml", version(number, "{type: string, maxLength: \(limit)}"))
        }
        let found = try findings(Dictionary(uniqueKeysWithValues: files), policy: .upstream)
        #expect(found == ["upstream-incompatible-change app/tap/1.10.0.yaml:5:24"])
    }

    @Test func `a name that comes back with another meaning is an error, at each version that has it`() throws {
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}") + "  x: {type: string}\n",
            "app/tap/1.1.0.yaml": version("1.1.0", "{type: string}"),
            "app/tap/1.2.0.yaml": version("1.2.0", "{type: string}"),
            "app/tap/1.3.0.yaml": version("1.3.0", "{type: string}") + "  x: {type: integer}\n",
        ]
        try withFiles(files) { folder in
            let check = CompatibilityCheck(try SchemaTree(directory: folder))
            let errors = check.findings.filter { $0.rule.severity == .error }
            #expect(errors.map(\.place) == ["incompatible-change 6:7"])
            #expect(errors.first?.problem.contains("(1.0.0 → 1.3.0) 1.0.0 accepts {\"x\":") == true, "\(errors)")
        }
        var same = files
        same["app/tap/1.3.0.yaml"] = files["app/tap/1.3.0.yaml"]?.replacing("integer", with: "string")
        #expect(try findings(same) == ["reader-change app/tap/1.1.0.yaml:4:1"])
        var current = files
        current["app/tap/1.3.0.yaml"] = nil
        current["app/tap/current.yaml"] = files["app/tap/1.3.0.yaml"]
        #expect(
            try findings(current) == [
                "reader-change app/tap/current.yaml:6:3", "incompatible-change app/tap/current.yaml:6:7",
            ])
    }

    @Test func `a number that a double does not hold is compared as it is written`() throws {
        let current = version("1.0.0", "{type: integer, minimum: 0, maximum: 18446744073709551615}")
        try withFiles(["app/tap/current.yaml": current]) { (folder) throws in
            #expect(try Materialization(try SchemaTree(directory: folder)).write().findings == [])
            #expect(CompatibilityCheck(try SchemaTree(directory: folder)).findings == [])
        }
    }

    @Test func `what stands beside a reference in a version has no effect`() throws {
        func text(_ number: String, _ limit: Int) -> String {
            let definitions = "definitions: {name: {type: string}}\n"
            return version(number, "{$ref: '#/definitions/name', maxLength: \(limit)}", definitions)
        }
        let files = ["app/tap/1.0.0.yaml": text("1.0.0", 9), "app/tap/1.0.1.yaml": text("1.0.1", 3)]
        #expect(try findings(files) == [])
    }

    @Test func `a property that refuses every value now is a break with an event, and no mistake of the table`() throws
    {
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{}"), "app/tap/1.1.0.yaml": version("1.1.0", "false"),
        ]
        try withFiles(files) { folder in
            let found = CompatibilityCheck(try SchemaTree(directory: folder)).findings.map(\.problem)
            #expect(found.count == 1)
            #expect(found.first?.hasPrefix("`name` now refuses every value (1.0.0 → 1.1.0) 1.0.0 accepts {") == true)
        }
    }

    @Test func `an event with a long text is shortened in the finding`() throws {
        let files = [
            "app/tap/1.0.0.yaml": version("1.0.0", "{type: string}"),
            "app/tap/1.1.0.yaml": version("1.1.0", "{type: string, maxLength: 100000}"),
        ]
        try withFiles(files) { folder in
            let problem = CompatibilityCheck(try SchemaTree(directory: folder)).findings.first?.problem ?? ""
            #expect(problem.utf8.count < 400 && problem.contains("aa… ("), "\(problem.prefix(500))")
        }
    }
}
