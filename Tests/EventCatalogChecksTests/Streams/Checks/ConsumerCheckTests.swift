import CatalogTestSupport
import EventSchema
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// Who reads a stream, as its author says below `consumers`.
@Suite struct ConsumerCheckTests {
    @Test(arguments: [
        ("{tables: [event.search], dashboards: [Search health], people: [a, b]}", []),
        ("{hive: {enabled: true}, people: [a]}", []),
        ("{people: [a, b, ' A']}", ["unclear-consumer a.yaml:3:30"]),
        ("{people: [a, ' ']}", ["unclear-consumer a.yaml:3:27"]),
        ("{people: a}", ["setting-type a.yaml:3:15"]), ("{people: [1]}", ["setting-type a.yaml:3:15"]),
        ("{people: {a: b}}", ["setting-type a.yaml:3:15"]), ("[a]", ["setting-type a.yaml:3:3"]),
        ("{readers: [a]}", ["setting-type a.yaml:3:15"]), ("{person: [a]}", ["setting-type a.yaml:3:15"]),
        ("{dashboard: [a]}", ["unknown-setting a.yaml:3:15"]),
        ("{tables: []}", ["empty-setting a.yaml:3:15"]), ("{tables: null}", ["empty-setting a.yaml:3:15"]),
    ]) func `names are lists of texts by kind, each once`(value: String, findings: [String]) throws {
        #expect(try streamFindings(["a.yaml": tapStream("consumers: \(value)")]) == findings)
    }

    @Test func `the remedy of another form names the kinds`() throws {
        let remedies = try streamFindings(["a.yaml": tapStream("consumers: [search team]")], \.remedy)
        #expect(remedies.count == 1 && remedies[0].contains("below tables, dashboards and people"), "\(remedies)")
    }

    private let files = [
        "defaults.yaml": "consumers: {hive: {enabled: true}, tables: [event.all]}\n",
        "a.yaml": "a:\n  schema_title: t\n  consumers:\n    people: [search team, Ä]\n",
        "b.yaml": "b: {schema_title: t, consumers: {tables: [event.b]}}\n",
    ]

    @Test func `clients and the intake are not given them`() throws {
        let own = ["c.yaml": "c: {schema_title: t, consumers: {people: [a]}}\n"]
        for (files, consumers) in [(files, #"{"hive":{"enabled":true}}"#), (own, nil)] {
            try withFiles(files) { folder in
                for (_, settings) in try StreamFolder(directory: folder).settings {
                    #expect(settings["consumers"]?.jsonText == consumers)
                }
            }
        }
    }

    @Test func `they are listed and shown`() throws {
        try withFiles(files) { folder in
            let streams = try StreamFolder(directory: folder)
            #expect(
                streams.table().map { $0.split(separator: "  ").last } == [
                    "CONSUMERS", "tables event.all; people search team, Ä", "tables event.b",
                ])
            #expect(
                streams.summaries.map { $0.json["consumers"] } == [
                    ["tables": ["event.all"], "people": ["search team", "Ä"]], ["tables": ["event.b"]],
                ])
            let yaml = try #require(streams.settings(of: "a")).yaml
            #expect(yaml.contains("people:") && yaml.contains("- search team"), "\(yaml)")
            let lines = try #require(streams.stream(named: "a")).explainedSettings(for: "a").map(\.line)
            #expect(lines.count { $0.contains("not given to clients") } == 2, "\(lines)")
        }
    }

    @Test func `a change of a stream names who reads it, before and afterwards`() throws {
        let title = "schema_title: t, consumers: {people: ['@web', <b>], tables: [x]}"
        let comparison = try StreamComparison(
            ["a.yaml": "a: {\(title)}\n"],
            ["a.yaml": "a: {schema_title: t, owner: o, consumers: {people: ['@web'], tables: [x, y]}}\n"])
        #expect(comparison.lines.last == "  consumers: tables x, y; people @web, <b>")
        #expect(comparison.markdown.contains("\n- consumers: tables x, y; people @<!-- -->web, &lt;b&gt;\n"))
        let changes = try #require(comparison.json["changes"]?.array)
        #expect(changes.allSatisfy { $0["consumers"] == ["tables": ["x", "y"], "people": ["@web", "<b>"]] })
        let removal = try StreamComparison(["a.yaml": "a: {\(title)}\n"], ["b.yaml": "c: {schema_title: u}\n"])
        #expect(removal.lines[2] == "  consumers: tables x; people @web, <b>")
        let without = try StreamComparison(["a.yaml": "a: {schema_title: t}\n"], ["a.yaml": "a: {schema_title: u}\n"])
        #expect(without.lines.allSatisfy { !$0.contains("consumers") })
        #expect(without.json["changes"]?.array?.first?["consumers"] == .null)
    }

    @Test func `of many names the first are shown`() throws {
        let people = (10...21).map { "p\($0)" }.joined(separator: ", ")
        let comparison = try StreamComparison(
            ["a.yaml": "a: {schema_title: t, consumers: {people: [\(people)]}}\n"], ["b.yaml": "c: {schema_title: u}\n"]
        )
        #expect(comparison.lines[2].hasSuffix("p18, p19 and 2 more"), "\(comparison.lines)")
    }

    @Test func `a compiled response has none, which is no change`() throws {
        let folder = try withFiles(files) { try StreamSnapshot(directory: $0) }
        let response = try withFiles(files) { folder in
            try StreamSnapshot(response: ["streams": .object(StreamFolder(directory: folder).settings)])
        }
        #expect(StreamComparison(from: response, to: folder).isEmpty)
    }
}
