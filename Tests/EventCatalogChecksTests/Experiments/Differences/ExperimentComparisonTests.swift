import CatalogTestSupport
import EventSchema
import EventStreams
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct ExperimentComparisonTests {
    /// A file with one experiment, which is active in 2026; settings replace those of the example.
    private static func experiment(_ settings: [String: String] = [:]) -> [String: String] {
        entry(
            "experiments",
            [
                "name": "search-suggestions", "start": "2026-01-01", "end": "2026-12-31", "stream_name": "app.search",
                "user_identifier_type": "session", "groups": "[control, treatment]", "sample_rate": "{default: 0.1}",
            ].merging(settings) { $1 })
    }

    private static func instrument(_ settings: [String: String] = [:]) -> [String: String] {
        entry(
            "instruments",
            [
                "name": "search-box", "start": "2026-01-01", "end": "2026-12-31", "stream_name": "app.search",
                "sample_unit": "device", "sample_rate": "{default: 0.1}",
            ].merging(settings) { $1 })
    }

    private static func entry(_ list: String, _ settings: [String: String]) -> [String: String] {
        let members = settings.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)" }
        return ["a.yaml": "\(list):\n  - {\(members.joined(separator: ", "))}\n"]
    }

    /// The comparison of two folders on a date.
    private func compare(
        _ before: [String: String], _ after: [String: String], asOf: String = "2026-06-01"
    ) throws -> ExperimentComparison {
        let snapshots = try [before, after].map { files in
            try withFiles(files.isEmpty ? ["notes": ""] : files) {
                try ExperimentSnapshot(directory: $0, named: "Experiments")
            }
        }
        return ExperimentComparison(
            from: snapshots[0], to: snapshots[1], asOf: try #require(UTCInstant(iso8601: asOf)))
    }

    /// The lines about a change of the example.
    private func lines(_ before: [String: String], _ after: [String: String], asOf: String = "2026-06-01") throws
        -> [String]
    {
        try compare(Self.experiment(before), Self.experiment(after), asOf: asOf).lines
    }

    @Test func `an experiment that stays as it is has no changes`() throws {
        let comparison = try compare(Self.experiment(), Self.experiment())
        #expect(comparison.lines == [] && comparison.markdown(maximumBytes: 1000) == "" && comparison.json == [])
    }

    @Test func `added and removed experiments are described`() throws {
        #expect(
            try compare([:], Self.experiment()).lines == [
                "experiment search-suggestions",
                "  new, from 2026-01-01 to 2026-12-31, events go to app.search, from 10 % of sessions, in the groups "
                    + "control and treatment",
            ])
        #expect(
            try compare([:], Self.instrument()).lines == [
                "instrument search-box",
                "  new, from 2026-01-01 to 2026-12-31, events go to app.search, from 10 % of devices",
            ])
        #expect(
            try compare(Self.experiment(), [:]).lines
                == ["experiment search-suggestions", "  removed while it runs: nobody takes part any more"])
        #expect(try compare(Self.experiment(), [:], asOf: "2025-06-01").lines.last == "  removed")
    }

    @Test(arguments: [
        (Self.experiment(["contextual_attributes": "[page_id, page_title, page_id]"]), "page_id (moderate) and page_"),
        (Self.instrument(["contextual_attributes": "[mediawiki_skin, performer_id]"]), "performer_id (high) and media"),
    ]) func `a new entry names the attributes that it collects, the most sensitive first`(
        files: [String: String], words: String
    ) throws {
        let line = try #require(try compare([:], files).lines.last)
        #expect(line.contains(", with \(words)"), "\(line)")
        let renamed = try compare(files, files.mapValues { $0.replacing("name: search", with: "name: other") }).lines
        #expect(renamed.contains(line), "\(renamed)")
    }

    @Test(arguments: [
        ("[treatment, control]", "who takes part stays the same, and is in another group"),
        ("[control, treatment, other]", "who takes part, and in which group, is drawn again"),
        ("[control]", "who takes part, and in which group, is drawn again"),
        ("[treatment, other]", "who takes part stays the same, and is in another group"),
    ]) func `groups that are reordered or counted anew while an experiment runs are an error`(
        groups: String, effect: String
    ) throws {
        let comparison = try compare(Self.experiment(), Self.experiment(["groups": groups]))
        let change = try #require(comparison.differences.first?.changes.first)
        #expect(change.kind == .reshuffled && change.text.hasSuffix("while the experiment runs: \(effect)"))
        #expect(
            comparison.errors.map(\.description) == [
                "Experiments/a.yaml:2:23: The experiment “search-suggestions” runs, and “groups” changes: \(effect). "
                    + "Restore the setting, or begin again under another name."
            ])
    }

    @Test(arguments: ["2025-12-31", "2027-01-01"])
    func `groups of an experiment that does not run may change`(asOf: String) throws {
        let comparison = try compare(Self.experiment(), Self.experiment(["groups": "[b, a]"]), asOf: asOf)
        #expect(comparison.errors == [] && comparison.differences[0].changes.map(\.kind) == [.groups])
        let reordered = try lines([:], ["groups": "[treatment, control]"], asOf: asOf)
        #expect(reordered.last == "  the list of groups changes from control, treatment to treatment, control")
    }

    @Test func `groups with another name at the same position keep their members`() throws {
        #expect(
            try lines([:], ["groups": "[control, green]"]) == [
                "experiment search-suggestions",
                "  the group treatment is now called green, with the same members",
            ])
    }

    @Test func `another identifier draws everybody anew, and is an error while the experiment runs`() throws {
        let change = ["user_identifier_type": "mw-user"]
        let comparison = try compare(Self.experiment(), Self.experiment(change))
        #expect(comparison.differences[0].changes.map(\.kind) == [.reshuffled] && comparison.errors.count == 1)
        #expect(
            try lines([:], change, asOf: "2025-01-01").last
                == "  what identifies a user changes from session to mw-user")
    }

    @Test(arguments: [
        (["sample_rate": "{default: 0.2}"], ["sampling rises from 10 % to 20 % of sessions"]),
        (
            ["sample_rate": "{default: 0.05, 0.01: [enwiki, dewiki]}"],
            [
                "sampling falls from 10 % to 5 % of sessions, on wikis without a rate of their own",
                "sampling falls from 10 % to 1 % of sessions, on dewiki and enwiki",
            ]
        ),
        (["sample_rate": "{default: '0.1'}"], ["sample_rate is written differently, with the same effect"]),
        (["end": "2026-07-01"], ["end changes from 2026-12-31 to 2026-07-01"]),
        (["stream_name": "app.find"], ["the stream changes from app.search to app.find"]),
        (["schema_id": "/a/1.0.0"], ["the schema is now /a/1.0.0; it was not set"]),
        (
            ["contextual_attributes": "[page_id, page_title]"],
            ["page_id (moderate) and page_title (moderate) are now collected"]
        ),
        (["version": "two"], ["version is now two; it was not set"]),
        (
            ["stream_name": "app.find", "sample_rate": "{default: 0}"],
            ["sampling falls from 10 % to 0 % of sessions", "the stream changes from app.search to app.find"]
        ),
    ]) func `changed settings are described in words, the most important first`(
        settings: [String: String], words: [String]
    ) throws {
        #expect(try lines([:], settings) == ["experiment search-suggestions"] + words.map { "  \($0)" })
    }

    @Test func `an instrument whose unit changes is no error`() throws {
        let comparison = try compare(Self.instrument(), Self.instrument(["sample_unit": "session"]))
        #expect(comparison.lines == ["instrument search-box", "  the unit of sampling changes from device to session"])
    }

    @Test func `an experiment that clients leave out after the change is reported`() throws {
        let comparison = try compare(Self.experiment(), Self.experiment(["groups": "[]"]))
        #expect(comparison.differences[0].changes.map(\.kind) == [.unreadable, .groups])
        #expect(comparison.differences[0].changes[0].text.hasPrefix("clients leave it out: groups must be"))
        #expect(
            try compare([:], Self.experiment(["groups": "[]"])).differences[0].changes[0].text
                == "new, and clients leave it out because of its errors")
    }

    @Test func `the objects have both values, and the comment shows names as they are`() throws {
        let comparison = try compare(Self.experiment(), Self.experiment(["stream_name": "'@all'"]))
        #expect(
            comparison.json == [
                [
                    "list": "experiments", "name": "search-suggestions", "kind": "stream", "path": "/stream_name",
                    "before": "app.search", "after": "@all", "text": "the stream changes from app.search to @all",
                ]
            ])
        let heading = "### Experiments\n\n1 changed\n\n**experiment search-suggestions**\n\n"
        #expect(
            comparison.markdown(maximumBytes: 1000)
                == "\(heading)- the stream changes from app.search to @<!-- -->all\n")
        #expect(comparison.markdown(maximumBytes: 80).hasSuffix("… and 1 more; see `eventctl streams diff`.\n"))
    }

    @Test func `a file that cannot be read is an error of the folder`() throws {
        #expect(throws: CatalogError.self) { try compare([:], ["a.yaml": "experiments: ["]) }
    }
}

@Suite struct ProjectComparisonTests {
    private func snapshot(_ streams: String, _ experiments: [String: String]?) throws -> ProjectSnapshot {
        ProjectSnapshot(
            try withFiles(["a.yaml": streams]) { try StreamSnapshot(directory: $0) },
            try experiments.map { try withFiles($0) { try ExperimentSnapshot(directory: $0) } })
    }

    private func compare(_ before: ProjectSnapshot, _ after: ProjectSnapshot) throws -> ProjectComparison {
        ProjectComparison(from: before, to: after, asOf: try #require(UTCInstant(iso8601: "2026-06-01")))
    }

    private static let instrument = """
        instruments:
          - {name: search-box, start: 2026-01-01, end: 2026-12-31, stream_name: s, sample_rate: {default: 0.1}}
        """

    @Test func `experiments stand under the streams, in every form`() throws {
        let comparison = try compare(
            try snapshot("s: {schema_title: t}\n", ["notes": ""]),
            try snapshot("s: {schema_title: t, owner: me}\n", ["a.yaml": Self.instrument]))
        #expect(comparison.lines.prefix(3) == ["s", "  the owner is now me; it was not set", "instrument search-box"])
        #expect(comparison.markdown.contains("it was not set\n\n### Experiments\n\n1 new\n"))
        #expect(comparison.json["experiments"]?.array?.count == 1 && comparison.json["changes"]?.array?.count == 1)
    }

    @Test func `experiments that are not known on a side are not compared`() throws {
        let known = try snapshot("s: {schema_title: t}\n", ["a.yaml": Self.instrument])
        let comparison = try compare(try snapshot("s: {schema_title: t}\n", nil), known)
        #expect(comparison.lines == ["No stream changes."] && !comparison.hasExperiments)
        #expect(comparison.json["experiments"] == .null)
        #expect(comparison.markdown == "### Streams\n\nNo stream changes.\n")
    }
}
