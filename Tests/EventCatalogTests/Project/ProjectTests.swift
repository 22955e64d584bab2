import CatalogTestSupport
import EventSchema
import EventStreams
import EventSupport
import Foundation
import Testing

@testable import EventCatalog

@Suite struct ProjectTests {
    private static func read(_ text: String) throws -> Project {
        try withFiles(["Project.yaml": text]) { Project(file: "\($0)/Project.yaml") }
    }

    /// The findings as `LINE RULE`.
    private static func findings(_ text: String) throws -> [String] {
        try read(text).findings.sortedWithoutDuplicates().map { "\($0.location.line ?? 0) \($0.rule.id)" }
    }

    private static func attributes(_ lines: String...) -> String {
        "attributes:\n" + lines.map { "  \($0)\n" }.joined()
    }

    // MARK: - Words

    @Test func `an attribute has the field, the type, the sensitivity and the texts that the file gives it`() throws {
        let text = """
            attributes:
              basket_items:
                field: basket.items
                type: list
                sensitivity: high
                sensitivity_reason: It says what a person buys.
                description: The numbers of the things.
            """
        let project = try Self.read(text)
        #expect(project.findings == [])
        let word = try #require(project.vocabulary.word(named: "basket_items"))
        #expect(word.attribute.path == ["basket", "items"] && word.attribute.type == .stringList)
        #expect(word.sensitivity == .high && word.sensitivityReason == "It says what a person buys.")
        #expect(word.source == "app" && word.description == "The numbers of the things.")
        #expect(project.vocabulary.own == ["basket_items"])
        #expect(project.vocabulary.attribute(named: "page_namespace") == .pageNamespaceID)
        #expect(project.vocabulary.attribute(named: "basket") == nil)
    }

    @Test func `the words of the platform read back are the same words`() throws {
        let project = try Self.read(YAMLWriter.text(of: .object(Vocabulary.platform.settings)))
        #expect(project.findings == [])
        #expect(project.vocabulary.attributes == Vocabulary.platform.attributes)
        #expect(project.vocabulary.destinations == Vocabulary.platform.destinations)
        #expect(project.vocabulary.settings == Vocabulary.platform.settings)
    }

    @Test func `the words of a project read back are the same words`() throws {
        let text = """
            attributes:
              offline: {field: shop.offline, type: boolean, sensitivity: low, description: No connection.}
            destinations: {shop: {production: 'https://shop.example.org/v1/events'}}
            platforms: [ios]
            headers: [x-request-id]
            topic_prefixes: [eu.]
            """
        let vocabulary = try Self.read(text).vocabulary
        let again = try Self.read(YAMLWriter.text(of: .object(vocabulary.settings)))
        #expect(again.findings == [] && again.vocabulary.settings == vocabulary.settings)
        #expect(again.vocabulary.word(named: "offline") == vocabulary.word(named: "offline"))
    }

    @Test func `an attribute has a reason for its sensitivity where the file has one`() throws {
        let project = try Self.read(Self.attributes("offline: {field: a.b, type: boolean, sensitivity: low}"))
        #expect(project.findings == [])
        let settings = project.vocabulary.settings["attributes"]
        #expect(settings?["offline"]?["sensitivity"] == "low" && settings?["offline"]?["sensitivity_reason"] == nil)
        #expect(settings?["page_id"]?["sensitivity_reason"] != nil)
    }

    @Test func `the settings of a project are those of its file, with all words`() throws {
        let text = """
            streams: config
            schemas: [models, more]
            experiments: trials
            rules: [{rule: cleared-owner, severity: off, reason: a}]
            links: {bug: {required: true}}
            requires: [{settings: [owner], links: [bug], path: Streams/a*, reason: a}]
            expiry_notice_days: 30
            ignored_settings: [importance]

            """
        let settings = try Self.read(text).settings
        let written = try SourceDocument(bytes: Array(text.utf8), file: "Project.yaml").value.object ?? [:]
        for (name, value) in written { #expect(settings[name] == value, "\(name)") }
        let again = try Self.read(YAMLWriter.text(of: .object(settings)))
        #expect(again.findings == [] && again.settings == settings)
        #expect(again.vocabulary.attributes == Vocabulary.platform.attributes)
        #expect(Project.platform.settings == Vocabulary.platform.settings)
    }

    @Test func `without the platform's words, only those of the file are known`() throws {
        let text = """
            vocabulary: none
            attributes:
              page_id: {field: page.id, type: integer, source: app, sensitivity: low}
              offline: {field: shop.offline, type: boolean, sensitivity: low}
            """
        let project = try Self.read(text)
        #expect(project.findings == [])
        #expect(project.vocabulary.attributes.map(\.name) == ["page_id", "offline"])
        #expect(project.vocabulary.word(named: "page_id")?.sensitivity == .low)
        #expect(project.vocabulary.word(named: "page_title") == nil && project.vocabulary.destinations.isEmpty)
        #expect(project.vocabulary.olderSpellings.isEmpty)
    }

    // MARK: - Mistakes

    @Test(arguments: [
        ("attribute: {}", ["1 unknown-project-setting"]),
        ("- a", ["1 invalid-project"]),
        ("vocabulary: some", ["1 invalid-project"]),
        ("destinations: {a: {production: shop.example.org}}", ["1 invalid-project"]),
        ("topic_prefixes: eu.", ["1 invalid-project"]),
        ("links: {bug: {pattern: '('}}", ["1 invalid-project"]),
        ("rules:\n  - {rule: cleared-owner, severity: off}", ["2 invalid-project"]),
        ("rules:\n  - {rule: cleared-owner, severity: fatal, reason: a}", ["2 invalid-project"]),
        ("a: &a\n  <<: *b", ["1 unknown-project-setting", "2 unresolved-alias"]),
        ("streams: Streams\nstreams: Other", ["2 duplicate-key"]),
        ("attributes: [", ["1 invalid-syntax"]),
        ("headers:\n  - x-id\n  - x id", ["3 invalid-project"]), ("headers: ['x-id:']", ["1 invalid-project"]),
        ("streams: ../../etc", ["1 invalid-project"]), ("experiments: a/../../b", ["1 invalid-project"]),
        ("streams: /etc", ["1 invalid-project"]), ("streams: 'file:///etc'", ["1 invalid-project"]),
        ("schemas:\n  - Schemas\n  - ../Schemas", ["3 invalid-project"]),
        ("schemas:\n  - models\n  - more\n  - ./models/", ["4 invalid-project"]),
    ])
    func `a value that cannot be used is a finding at its line`(text: String, expected: [String]) throws {
        let found = try Self.findings(text)
        // A syntax error has the line at which the parser stops.
        #expect(expected == ["1 invalid-syntax"] ? found.count == 1 : found == expected)
    }

    @Test(arguments: [
        (["a: {field: x.a, type: text, sensitivity: low}"], ["2 invalid-project"]),
        (["a: {field: x.a, type: string}"], ["2 invalid-project"]),
        (["a: {field: x.a, type: string, sensitivity: high}"], ["2 invalid-project"]),
        (["a b: {field: x.a, type: string, sensitivity: low}"], ["2 invalid-project"]),
        (["1a: {field: x.a, type: string, sensitivity: low}"], ["2 invalid-project"]),
        (["'': {field: x.a, type: string, sensitivity: low}"], ["2 invalid-project"]),
        (["a: {field: x..a, type: string, sensitivity: low}"], ["2 invalid-project"]),
        (["a: {field: meta.dt, type: string, sensitivity: low}"], ["2 unusable-attribute"]),
        (["a: {field: page.id, type: integer, sensitivity: low}"], ["2 unusable-attribute"]),
        (["page_id: {field: page.id, type: integer, sensitivity: low}"], ["2 unusable-attribute"]),
        (["user_id: {field: shop.user, type: integer, sensitivity: low}"], ["2 unusable-attribute"]),
        (
            ["a: {field: x.a, type: string, sensitivity: low}", "b: {field: x.a, type: string, sensitivity: low}"],
            ["3 shared-attribute-field"]
        ),
        (
            ["a: {field: x.a.c, type: string, sensitivity: low}", "b: {field: x.a, type: string, sensitivity: low}"],
            ["3 shared-attribute-field"]
        ),
        (
            ["a: {field: x.a, type: string, sensitivity: low}", "a: {field: x.b, type: string, sensitivity: low}"],
            ["3 duplicate-key"]
        ),
        (["a: {field: x.a, type: string, source: a, sensitivity: low}"], ["2 attribute-source"]),
        (["a: {field: x.a, type: string, source: page_idd, sensitivity: low}"], ["2 attribute-source"]),
        (["a: {field: x.a, type: string, source: session, sensitivity: low}"], ["2 attribute-source"]),
        (["a: {field: x.a, type: string, source: page_id, sensitivity: low}"], ["2 attribute-source"]),
        (
            [
                "a: {field: x.a, type: string, source: b, sensitivity: low}",
                "b: {field: x.b, type: string, source: c, sensitivity: low}",
                "c: {field: x.c, type: string, source: a, sensitivity: low}",
            ], ["2 attribute-source", "3 attribute-source", "4 attribute-source"]
        ),
    ])
    func `an attribute that cannot be had is a finding at its line`(lines: [String], expected: [String]) throws {
        #expect(try Self.findings("attributes:\n" + lines.map { "  \($0)\n" }.joined()) == expected)
    }

    @Test func `findings name what was probably meant`() throws {
        let settings = try Self.read("ignored_setings: [a]")
        #expect(settings.findings.first?.remedy == "Did you mean “ignored_settings”?")
        let source = try Self.read(
            Self.attributes(
                "visit: {field: shop.visit, type: string, source: performer_sesion_id, sensitivity: low}"))
        #expect(source.findings.first?.remedy == "Did you mean “performer_session_id”?")
    }

    @Test(arguments: [
        ("vocabulary: platfrom", "Did you mean “platform”?"),
        ("attributes: {a: {field: x.a, type: int, sensitivity: low}}", "Did you mean “integer”?"),
        ("attributes: {a: {field: x.a, type: Bool, sensitivity: low}}", "Did you mean “boolean”?"),
        ("attributes: {a: {field: x.a, type: array, sensitivity: low}}", "Did you mean “list”?"),
        ("attributes: {a: {field: x.a, type: datetime, sensitivity: low}}", "Did you mean “date_time”?"),
        ("attributes: {a: {field: x.a, type: string, sensitivity: medium}}", "Did you mean “moderate”?"),
        ("attributes: {a b: {field: x.a, type: string, sensitivity: low}}", "Write a text such as “basket_size”."),
        ("attributes: {a: {field: x a, type: string, sensitivity: low}}", "Write a text such as “basket.size”."),
        ("rules: [{rule: cleared-owner, severity: warn, reason: a}]", "Did you mean “warning”?"),
        ("rules: [{rule: cleared-owner, severity: none, reason: a}]", "Did you mean “off”?"),
        ("destinations: {a: {b: a.org}}", "Write a text such as “https://events.example.org/v1/events”."),
        ("vocabulary: ours", "Write platform or none."),
        ("attributes: {a: {field: x.a, type: string}}", "Add “sensitivity:” with low, moderate or high."),
        ("attributes: {a: {type: string, sensitivity: low}}", "Add “field:”, such as basket.size."),
        ("rules: [{rule: cleared-owner, severity: off}]", "Add “reason:”."),
        ("rules: [{rule: cleared-owner, severity: 7, reason: a}]", "Write off, error, warning or note."),
        ("links: {bug: {pattern: '('}}", #"Write a regular expression such as “^https://bugs\.example\.org/\d+$”."#),
        ("expiry_notice_days: 0", "Write a number from 1 to 366."), ("expiry_notice_days: a", "Write a whole number."),
        ("headers: [x id]", "Write a text such as “x-request-id”."),
        ("topic_prefixes: eu.", "Write a list, such as “[a, b]”."), ("streams: ''", "Write a text that is not empty."),
    ])
    func `a value of a closed list or of a pattern has the one that was probably meant`(
        text: String, remedy: String
    ) throws {
        let project = try Self.read(text)
        #expect(project.findings.map(\.remedy) == [remedy], "\(project.findings)")
    }

    @Test func `a field is found again in, above and below another among many`() throws {
        let many = (0..<1000).map { "  a\($0): {field: x\($0 % 7).a\($0), type: string, sensitivity: low}\n" }
        let more = ["x1.a8", "x1.a8.b", "x2", "x0.b", "page.id.value"].enumerated().map { place, field in
            "  b\(place): {field: \(field), type: string, sensitivity: low}\n"
        }
        let found = try Self.read("attributes:\n" + (many + more).joined()).findings
        let problems = found.sortedWithoutDuplicates().map { "\($0.location.line ?? 0) \($0.problem)" }
        #expect(problems.count == 4, "\(problems)")
        let expected = [
            "1002 The field x1.a8 of “b0” is that of “a8”.", "1003 The field x1.a8.b of “b1” is that of “a8”, x1.a8.",
            "1004 The field x2 of “b2” is that of “a2”, x2.a2.",
        ]
        #expect(Array(problems.prefix(3)) == expected)
    }

    @Test func `what can be read of a file with mistakes is there`() throws {
        let project = try Self.read(
            "typo: 1\nrules: [{rule: cleared-owner, severity: off, reason: a}]\n"
                + Self.attributes("a: {field: x.a, type: string, sensitivity: low}", "b: {type: string}"))
        #expect(project.severities.map(\.rule) == ["cleared-owner"] && project.vocabulary.own == ["a"])
    }

    // MARK: - Folders

    @Test func `a root of schemas is read once`() throws {
        let project = try Self.read("schemas: [models/a, models/a/, models]\n")
        #expect(project.schemas == ["models/a", "models"])
        #expect(project.findings.map(\.problem) == ["“models/a/” is the same folder as “models/a”."])
    }

    @Test func `no folder that is not below that of the file is read`() throws {
        let project = try Self.read("streams: ../other\nschemas: [models, /etc]\nexperiments: ./trials\n")
        #expect(project.streams == "Streams" && project.schemas == ["models"] && project.experiments == "./trials")
        #expect(project.missingFolders.map(\.location.line) == [3, 2], "\(project.missingFolders)")
    }

    @Test func `a folder belongs to the nearest project that names it`() throws {
        let stream = "app.a:\n  schema_title: analytics/product_metrics/app/base\n"
        let declared = Self.attributes("own: {field: x.own, type: string, sensitivity: low}")
        let files = [
            "Project.yaml": declared + "streams: config/streams\n", "config/streams/a.yaml": stream,
            "Examples/shop/Streams/a.yaml": stream, "Streams/a.yaml": stream,
        ]
        try withFiles(files) { folder in
            func own(_ path: String) throws -> [ContextualAttribute] {
                try StreamFolder(directory: "\(folder)/\(path)").project.vocabulary.own
            }
            let paths = ["config/streams", "config/../config/streams/", "Streams", "Examples/shop/Streams"]
            let found = try paths.map(own)
            #expect(found == [["own"], ["own"], [], []])
        }
    }

    @Test(arguments: [
        "streams: 'config/streams\n", "- config/streams\n", "streams: [config/streams]\n", "streams: *folder\n",
        "streams: ../config/streams\n", "schemas: models\nstreams: streams\n", "schemas: [1]\nstreams: streams\n",
    ])
    func `a file that cannot be read, or a folder's name in it, is that of the folders below it`(text: String) throws {
        let stream = "app.a:\n  schema_title: analytics/product_metrics/app/base\n"
        let files = [
            "Project.yaml": text, "config/streams/a.yaml": stream, "own/Project.yaml": "streams: config/streams\n",
            "own/config/streams/a.yaml": stream,
        ]
        try withFiles(files) { folder in
            let project = Project(of: "\(folder)/config/streams")
            #expect(project.file == "\(folder)/Project.yaml" && !project.findings.isEmpty)
            #expect(Project(of: "\(folder)/own/config/streams").findings == [])
        }
    }

    @Test func `a file with other mistakes is not that of a folder it does not name`() throws {
        let stream = "app.a:\n  schema_title: analytics/product_metrics/app/base\n"
        try withFiles(["Project.yaml": "typo: 1\nattributes: [a]\n", "config/streams/a.yaml": stream]) { folder in
            #expect(Project(of: "\(folder)/config/streams").file == nil)
        }
    }

    @Test func `an error in the file keeps its streams from being read`() throws {
        let files = [
            "Project.yaml": "typo: 1\n",
            "Streams/a.yaml": "app.a:\n  schema_title: analytics/product_metrics/app/base\n",
        ]
        try withFiles(files) { folder in
            let error = #expect(throws: CatalogError.self) { try StreamCatalog(directory: "\(folder)/Streams") }
            #expect(error?.findings.map(\.rule.id) == ["unknown-project-setting"])
        }
    }
}
