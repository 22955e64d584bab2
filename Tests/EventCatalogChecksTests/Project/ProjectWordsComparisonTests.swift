import EventSchema
import EventStreams
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// What `streams diff` says of a change of Project.yaml and of waivers.
@Suite struct ProjectWordsComparisonTests {
    private static let project = """
        attributes:
          customer_id: {field: customer.id, type: string, sensitivity: high, sensitivity_reason: It is a person.}
          store_id: {field: store.id, type: integer, sensitivity: low}
        destinations:
          shop-intake: {production: 'https://shop.example.org/e'}
        links:
          bug: {pattern: '^https://bugs/', required: true}
        rules:
          - {rule: cleared-owner, severity: error, reason: Somebody has to be asked.}
        platforms: [web]

        """
    private static let streams = """
        shop.views:
          schema_title: shop/view
          destination_event_service: shop-intake
          producers: {metrics_platform_client: {provide_values: [store_id]}}

        """

    /// The snapshot of a project, and its errors.
    private static func snapshot(
        _ project: String?, _ streams: String = streams, _ others: [String: String] = [:]
    ) throws -> (snapshot: ProjectSnapshot, errors: [CatalogFinding]) {
        let files = ["Streams/a.yaml": streams, "Project.yaml": project].compactMapValues(\.self)
        return try withProject(files.merging(others) { $1 }) { folder in
            let folders = CatalogFolders(ofProject: folder.path)
            let path = "\(folder.path)/Streams"
            let streams = try StreamSnapshot(directory: path)
            let experiments = try folders.experiments.map { try ExperimentSnapshot(directory: $0) }
            let words = ProjectWordsSnapshot(
                Project(of: path), in: folders, streams, experiments, copies: ["": "\(folder.path)/"])
            let snapshot = ProjectSnapshot(streams, experiments ?? .empty, words)
            let date = try #require(UTCInstant(iso8601: "2026-06-01"))
            return (snapshot, ProjectSnapshot.errors(in: folders, asOf: date))
        }
    }

    private static func comparison(
        to project: String?, _ streams: String = streams, from before: String? = project
    ) throws -> ProjectComparison {
        let (old, new) = (try snapshot(before), try snapshot(project, streams))
        let date = try #require(UTCInstant(iso8601: "2026-06-01"))
        return ProjectComparison(from: old.snapshot, to: new.snapshot, errors: new.errors, asOf: date)
    }

    @Test(arguments: [
        (
            "sensitivity: high, sensitivity_reason: It is a person.", "sensitivity: low",
            [
                "the sensitivity of customer_id falls from high to low",
                "the reason for the sensitivity of customer_id changes from “It is a person.” to none",
            ]
        ),
        (
            "{field: store.id,", "{field: shop.id,",
            ["store_id is now in the field shop.id, not in store.id; of shop.views"]
        ),
        (
            "type: integer, sensitivity: low}", "type: integer, sensitivity: low, source: customer_id}",
            ["store_id is now taken from customer_id, not from the app; of shop.views"]
        ),
        ("type: integer", "type: string", ["the type of store_id changes from integer to string; of shop.views"]),
        (
            "https://shop.example.org/e", "http://tracker.example/e",
            [
                "the URL of shop-intake in production changes from https://shop.example.org/e to "
                    + "http://tracker.example/e; of shop.views"
            ]
        ),
        (
            "production: 'https://shop.example.org/e'", "",
            ["the URL of shop-intake in production is no longer set; it was https://shop.example.org/e; of shop.views"]
        ),
        (", required: true", "", ["the link bug is no longer required"]),
        ("'^https://bugs/'", "'^https://'", ["the link bug must match ^https://, not ^https://bugs/"]),
        (
            "severity: error", "severity: 'off'",
            ["cleared-owner in every file is now off, not error: Somebody has to be asked."]
        ),
        (
            "severity: error,", "severity: error, path: Streams/a.yaml,",
            [
                "cleared-owner in every file is no longer error",
                "cleared-owner in Streams/a.yaml is now error: Somebody has to be asked.",
            ]
        ),
        ("platforms: [web]", "platforms: [web, ios]", ["platforms changes from web to web, ios"]),
        (
            "  store_id:",
            "  visit: {field: visit, type: string, sensitivity: moderate, sensitivity_reason: A visit.}\n  store_id:",
            ["visit is declared: moderate (A visit.), string in visit"]
        ),
        ("Somebody has to be asked.", "They ask.", []),
    ])
    func `a change of the file is said in words`(text: String, other: String, words: [String]) throws {
        let changed = Self.project.replacing(text, with: other)
        #expect(changed != Self.project)
        let lines = try Self.comparison(to: changed).lines
        let expected = words.isEmpty ? [] : ["Project.yaml"] + words.map { "  \($0)" }
        #expect(Array(lines.prefix { $0 != "No stream changes." }) == expected, "\(lines)")
    }

    @Test func `an attribute that a change lowers and lists has both levels`() throws {
        let changed = Self.project.replacing(
            "sensitivity: high, sensitivity_reason: It is a person.", with: "sensitivity: low")
        let comparison = try Self.comparison(
            to: changed, Self.streams.replacing("[store_id]", with: "[store_id, customer_id]"))
        #expect(comparison.lines.contains("  customer_id (low, was high) is now collected from everybody"))
        #expect(comparison.lines.contains("  the sensitivity of customer_id falls from high to low; of shop.views"))
        let json = try #require(comparison.json["project"]?.array?.first)
        #expect(json["path"] == "/attributes/customer_id/sensitivity" && json["streams"] == ["shop.views"])
        #expect(json["before"] == "high" && json["after"] == "low" && json["kind"] == "sensitivity")
        let markdown = "### Project.yaml\n\n- the sensitivity of customer\\_id falls from high to low; of shop.views\n"
        #expect(comparison.markdown.hasPrefix(markdown), "\(comparison.markdown)")
    }

    @Test func `another source names those who collect an attribute that is taken from it, and experiments`() throws {
        let rest = "type: string, sensitivity_reason: A person."
        let project = """
            attributes:
              visit: {field: visit, sensitivity: high, source: performer_session_id, \(rest)}
              basket: {field: basket, sensitivity: high, source: visit, \(rest)}
              order: {field: order, sensitivity: high, source: basket, \(rest)}

            """
        func stream(_ name: String, _ attributes: String) -> String {
            "\(name): {schema_title: t, producers: {metrics_platform_client: {provide_values: [\(attributes)]}}}\n"
        }
        let streams = stream("a", "order") + stream("b", "visit, order") + stream("c", "store_id")
        let experiments = """
            instruments:
              - {name: box, start: 2026-01-01, end: 2026-12-31, stream_name: c, contextual_attributes: [basket]}

            """
        func snapshot(_ project: String) throws -> ProjectSnapshot {
            try Self.snapshot(project, streams, ["Experiments/e.yaml": experiments]).snapshot
        }
        let changed = project.replacing("performer_session_id", with: "agent_app_install_id")
        let date = try #require(UTCInstant(iso8601: "2026-06-01"))
        let comparison = ProjectComparison(from: try snapshot(project), to: try snapshot(changed), asOf: date)
        let words = "visit is now taken from agent_app_install_id, not from performer_session_id"
        #expect(
            comparison.lines == [
                "Project.yaml", "  \(words); of b, instrument box (through basket), a (through order)",
                "No stream changes.",
            ])
        let json = comparison.json["project"]?.array?.first
        #expect(json?["streams"] == ["a", "b"] && json?["experiments"] == ["instrument box"])
        let raised = project.replacing("field: basket,", with: "field: cart,")
        let moved = ProjectComparison(from: try snapshot(project), to: try snapshot(raised), asOf: date).lines
        #expect(moved[1] == "  basket is now in the field cart, not in basket; of instrument box")
    }

    @Test func `a file that comes or goes changes every word`() throws {
        let lines = try Self.comparison(to: Self.project, from: nil).lines
        #expect(lines.contains("  customer_id is declared: high (It is a person.), string in customer.id"))
        #expect(lines.contains("  shop-intake (production https://shop.example.org/e) is a service now; of shop.views"))
        #expect(lines.contains("  the link bug is required now"))
        let gone = try Self.comparison(to: nil).lines
        #expect(
            gone.contains("  customer_id (high) is no longer declared")
                && gone.contains("  platforms is no longer set; it was web"))
    }

    @Test func `a waiver that comes or goes is said, and one that moves is not`() throws {
        let waiver = "# eventctl-allow unknown-setting until 2027-01-31: the importer reads it\n"
        let waived = Self.streams.replacing("shop.views:", with: "\(waiver)shop.views:")
        let added = try Self.comparison(to: Self.project, waived).lines
        let words = "unknown-setting until 2027-01-31: the importer reads it"
        let text = "  waiver added at Streams/a.yaml:1:1: \(words); of shop.views"
        #expect(added.prefix(2) == ["Streams/a.yaml", text], "\(added)")
        let (old, new) = (try Self.snapshot(Self.project, waived), try Self.snapshot(Self.project, "\n" + waived))
        let date = try #require(UTCInstant(iso8601: "2026-06-01"))
        #expect(ProjectComparison(from: old.snapshot, to: new.snapshot, asOf: date).lines == ["No stream changes."])
        let removed = ProjectComparison(from: old.snapshot, to: try Self.snapshot(Self.project).snapshot, asOf: date)
        #expect(
            removed.lines.prefix(2)
                == ["Streams/a.yaml", "  waiver removed from Streams/a.yaml: \(words); of shop.views"],
            "\(removed.lines)")
        let markdown = "### Waivers\n\n**Streams/a.yaml**\n\n- waiver removed from Streams/a.yaml: "
        #expect(removed.markdown.hasPrefix(markdown), "\(removed.markdown)")
    }

    /// The lines on waivers of a change from one list of files to another, without what is not compared here.
    private static func waiverLines(_ before: [String: String], _ after: [String: String]) throws -> [String] {
        let (old, new) = (try snapshot(project, streams, before), try snapshot(project, streams, after))
        let date = try #require(UTCInstant(iso8601: "2026-06-01"))
        let lines = ProjectComparison(from: old.snapshot, to: new.snapshot, asOf: date).lines
        return lines.filter { $0.hasPrefix("  waiver") || $0.hasSuffix(".yaml") }
    }

    private static let waiver = "# eventctl-allow sensitivity-too-low until 2027-01-31: it is agreed\n"

    @Test func `a waiver that goes to another stream of the file is said, and one whose file has another name is not`()
        throws
    {
        let (one, other) = ("b.one:\n  schema_title: b\n", "b.other:\n  schema_title: b\n")
        let before = ["Streams/b.yaml": Self.waiver + one + other]
        let moved = try Self.waiverLines(before, ["Streams/b.yaml": one + "\n" + Self.waiver + other])
        let words = "sensitivity-too-low until 2027-01-31: it is agreed"
        #expect(
            moved == [
                "Streams/b.yaml", "  waiver added at Streams/b.yaml:4:1: \(words); of b.other",
                "  waiver removed from Streams/b.yaml: \(words); of b.one",
            ])
        #expect(try Self.waiverLines(before, ["Streams/c.yaml": other + Self.waiver + one]) == [])
    }

    @Test func `a waiver is shown with its file, and with its experiment`() throws {
        func files(_ waiver: String) -> [String: String] {
            [
                "Experiments/e.yaml": """
                instruments:
                  - {name: one, start: 2026-01-01, end: 2026-12-31, stream_name: shop.views}
                \(waiver.isEmpty ? "" : "  \(waiver)")  - {name: two, start: 2026-01-01, end: 2026-12-31, stream_name: shop.views}

                """,
                "Streams/defaults.yaml": "\(waiver)sensitivity: low\n",
            ]
        }
        let words = "sensitivity-too-low until 2027-01-31: it is agreed"
        #expect(
            try Self.waiverLines(files(""), files(Self.waiver)) == [
                "Experiments/e.yaml", "  waiver added at Experiments/e.yaml:3:3: \(words); of instrument two",
                "Streams/defaults.yaml", "  waiver added at Streams/defaults.yaml:1:1: \(words)",
            ])
    }

    @Test func `errors are those of a check, by its waivers and severities`() throws {
        func errors(_ project: String, _ settings: String) throws -> [String] {
            let streams = "shop.views:\n  schema_title: shop/view\n\(settings)"
            return try Self.snapshot(project, streams).errors.map(\.rule.id)
        }
        let waiver = "  # eventctl-allow unknown-setting until 2027-01-31: the importer reads it\n"
        let rules = "rules:\n  - {rule: unknown-setting, severity: warning, reason: Ours.}\n"
        #expect(try errors("{}\n", "  topcs: 1\n") == ["unknown-setting"])
        #expect(try errors("{}\n", "\(waiver)  topcs: 1\n") == [])
        #expect(try errors(rules, "  topcs: 1\n") == [])
        #expect(try errors("platform: []\n", "") == ["unknown-project-setting"])
    }
}
