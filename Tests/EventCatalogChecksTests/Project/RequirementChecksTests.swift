import EventSchema
import EventStreams
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// What a project requires of its streams, by path.
@Suite struct RequirementChecksTests {
    private static let base = "schema_title: analytics/product_metrics/app/base"

    /// The findings about streams and the project that are no notes.
    private static func findings(_ project: String, _ streams: [String: String]) throws -> [CatalogFinding] {
        let files = Dictionary(uniqueKeysWithValues: streams.map { ("Streams/\($0)", $1) })
        return try withProject(files.merging(["Project.yaml": project]) { $1 }) { folder in
            try folder.report().findings.filter { $0.severity > .note }
        }
    }

    private static func lines(_ findings: [CatalogFinding]) -> [String] {
        findings.map { finding in
            let file = finding.location.file.split(separator: "/").last ?? ""
            return "\(file):\(finding.location.line ?? 0) \(finding.rule.id)"
        }
    }

    @Test(arguments: [
        ("settings: [owner]", "owner: shop team", []),
        ("settings: [owner]", "sensitivity: low", ["a.yaml:1 missing-required-setting"]),
        ("settings: [expires]", "expires: 2026-06-30", []),
        ("settings: [expires]", "owner: a", ["a.yaml:1 missing-required-setting"]),
        (
            "settings: [owner, description, expires]", "owner: a",
            ["a.yaml:1 missing-required-setting", "a.yaml:1 missing-required-setting"]
        ),
        ("links: [bug]", "links: {bug: 'https://bugs.example.org/7'}", []),
        ("links: [bug]", "links: {review: 'https://a'}", ["a.yaml:1 missing-required-setting"]),
        ("settings: [owner], path: Streams/a*", "owner: a", []),
        ("settings: [owner], path: Streams/a*", "sensitivity: low", ["a.yaml:1 missing-required-setting"]),
        ("settings: [owner], path: Streams/b.yaml", "sensitivity: low", []),
        ("settings: [owner], path: Streams", "sensitivity: low", ["a.yaml:1 missing-required-setting"]),
    ])
    func `a stream that lacks what is required in its file is a finding at its line`(
        entry: String, setting: String, expected: [String]
    ) throws {
        let other = "app.other:\n  \(Self.base)\n  owner: a\n  description: d\n  expires: 2026-06-30\n"
        let streams = [
            "a.yaml": "app.search:\n  \(Self.base)\n  \(setting)\n",
            "b.yaml": other + "  links: {bug: 'https://bugs.example.org/7'}\n",
        ]
        let found = try Self.findings("requires:\n  - {\(entry), reason: We ask.}\n", streams)
        #expect(Self.lines(found) == expected, "\(found)")
    }

    @Test func `the remedy says what to add and why, and nothing is required twice`() throws {
        let project = """
            links: {bug: {required: true}, review: {}}
            requires:
              - {settings: [owner], links: [bug, review], reason: Readers ask.}
              - {settings: [owner], path: Streams/a.yaml, reason: So says the law.}

            """
        let found = try Self.findings(project, ["a.yaml": "app.search:\n  \(Self.base)\n"])
        #expect(
            found.filter { $0.rule == .missingRequiredSetting }.map { "\($0.problem) \($0.remedy)" } == [
                "The stream “app.search” has no link “review”, which Project.yaml requires. "
                    + "Add “review: https://…” below “links:”. The reason given is: Readers ask.",
                "The stream “app.search” has no setting “owner”, which Project.yaml requires. "
                    + "Add “owner:” with the team that answers for the stream. The reason given is: Readers ask.",
            ])
        #expect(found.filter { $0.rule == .missingLink }.count == 1)
    }

    @Test func `a setting of the defaults is that of each stream, and blank text is none`() throws {
        let project = "requires: [{settings: [owner], reason: a}]\n"
        let stream = "app.search:\n  \(Self.base)\n"
        #expect(try Self.findings(project, ["defaults.yaml": "owner: a\n", "a.yaml": stream]) == [])
        let blank = try Self.findings(project, ["a.yaml": stream + "  owner: ' '\n"])
        #expect(Self.lines(blank).contains("a.yaml:1 missing-required-setting"))
    }

    @Test(arguments: [
        ("{settings: [owner], path: Streams/b.yaml, reason: a}", ["Project.yaml:2 unmatched-path"]),
        ("{settings: [owner], path: Project.yaml, reason: a}", []),
        ("{settings: [owner], path: '/etc', reason: a}", ["Project.yaml:2 invalid-project"]),
        ("{settings: [onwer], reason: a}", ["Project.yaml:2 invalid-project"]),
        ("{settings: owner, reason: a}", ["Project.yaml:2 invalid-project"]),
        ("{settings: [owner]}", ["Project.yaml:2 invalid-project"]),
        ("{settings: [owner], path: '', reason: a}", ["Project.yaml:2 invalid-project"]),
        ("{reason: a}", ["Project.yaml:2 invalid-project"]),
        (
            "{setting: [owner], reason: a}",
            ["Project.yaml:2 invalid-project", "Project.yaml:2 unknown-project-setting"]
        ),
        ("{links: [bgu], reason: a}\nlinks: {bug: {}}", ["Project.yaml:2 invalid-project"]),
    ])
    func `an entry with a mistake is a finding`(entry: String, expected: [String]) throws {
        let stream = "app.search:\n  \(Self.base)\n  owner: a\n"
        let found = try Self.findings("requires:\n  - \(entry)\n", ["a.yaml": stream])
        #expect(Self.lines(found) == expected, "\(found)")
    }

    @Test func `a rule by the name that people expect leads to requires`() throws {
        let stream = "app.search:\n  \(Self.base)\n"
        let found = try Self.findings(
            "rules: [{rule: missing-owner, severity: error, reason: a}]\n", ["a.yaml": stream])
        #expect(found.map(\.problem) == ["There is no rule “missing-owner”."])
        #expect(found.first?.remedy.contains("requires: [{settings: [owner], reason: …}]") == true)
    }

    @Test func `a new stream has what is required in its file to be filled in`() throws {
        let project = """
            links: {review: {pattern: '^https:'}}
            requires:
              - {settings: [owner, description], path: Streams/a*, reason: Readers ask.}
              - {links: [review], reason: Somebody reads it.}

            """
        func text(_ file: String?, owner: String? = nil, defaults: String? = nil) throws -> String {
            let files = ["Project.yaml": project, "Streams/b.yaml": "b.c: {\(Self.base)}\n"]
            let all = files.merging(["Streams/defaults.yaml": defaults].compactMapValues(\.self)) { $1 }
            return try withProject(all) { folder in
                try StreamTemplate(
                    name: "app.new", schemaTitle: "analytics/product_metrics/app/base", owner: owner,
                    folder: "\(folder.path)/Streams", schemas: try SchemaRepository(roots: []),
                    project: .platform, file: file.map { "\(folder.path)/Streams/\($0)" }
                ).text
            }
        }
        let need = "  # The project requires these, to be filled in: "
        #expect(try text("a.yaml").contains("\(need)owner, description.\n  # description: Say"))
        #expect(try text("a.yaml", owner: "me").contains("\(need)description.\n"))
        #expect(try text("a.yaml", defaults: "owner: a\n").contains("\(need)description.\n"))
        #expect(try !text("b.yaml").contains(need))
        #expect(try !text(nil).contains(need))
        #expect(try text(nil).contains("  # links:\n  #   review: a text that matches ^https:\n"))
    }

    @Test func `editors say what is required`() throws {
        let project = "requires: [{settings: [owner], links: [bug], path: Streams/a.yaml, reason: Readers ask.}]\n"
        try withProject(["Project.yaml": project]) { folder in
            let schema = EditorSchema.schema(ofStreams: Project(file: "\(folder.path)/Project.yaml"))
            let settings = schema["definitions"]?["settings"]?["properties"]
            let text = "Required of streams in Streams/a.yaml: Readers ask."
            #expect(settings?["owner"]?["description"]?.string?.hasSuffix(" \(text)") == true)
            #expect(settings?["links"]?["properties"]?["bug"]?["description"]?.string == text)
            #expect(settings?["expires"]?["description"]?.string?.contains("Required") == false)
        }
    }

    @Test func `a change of what is required is said in words`() throws {
        func entries(_ text: String) throws -> [ProjectRequirement] {
            try withProject(["Project.yaml": text]) { Project(file: "\($0.path)/Project.yaml").requirements }
        }
        func words(_ before: String, _ after: String) throws -> [String] {
            RequirementChanges.changes(from: try entries(before), to: try entries(after)).map(\.text)
        }
        let owner = "requires: [{settings: [owner], reason: Readers ask.}]\n"
        let link = "requires: [{links: [bug], path: Streams/a.yaml, reason: We review.}]\n"
        #expect(
            try words(owner, link) == [
                "owner is no longer required of every stream",
                "the link bug is required of streams in Streams/a.yaml now: We review.",
            ])
        #expect(
            try words(owner, owner.replacing("Readers ask.", with: "a")) == [
                "the reason why owner is required of every stream changes from “Readers ask.” to “a”"
            ])
        #expect(try words(owner, owner) == [])
    }
}
