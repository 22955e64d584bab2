import CatalogTestSupport
import EventCatalog
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

/// Experiments and instruments as they are read, without the checks of entries.
@Suite struct ExperimentCatalogTests {
    private static let good = """
        experiments:
          - name: an-experiment
            start: 2026-01-01
            end: 2036-01-01T00:00:00Z
            stream_name: a.stream
            user_identifier_type: session
            contextual_attributes: [page_id]
            sample_rate: {default: 0.5, 0.1: [frwiki]}
            groups: [control, treatment]
        instruments:
          - {name: i, start: 2026-01-01, end: 2036-01-01, stream_name: a.stream, sample_rate: {default: 1}}

        """

    private func findings(_ text: String) -> [String] {
        do {
            return try withFiles(["a.yaml": text]) { try ExperimentCatalog(directory: $0) }.findings.map(\.description)
        } catch let error as CatalogError {
            return error.findings.map { "\($0)".replacing(/^\/.*?event-platform-[-0-9A-F]+[\/:]/, with: "") }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `both lists are as written, file after file`() throws {
        let more = Self.good.replacing("an-experiment", with: "another-one").replacing("name: i", with: "name: j")
        let files = ["b.yaml": more, "a.yaml": Self.good, "notes.txt": "no YAML: ["]
        let catalog = try withFiles(files) { try ExperimentCatalog(directory: $0) }
        #expect(catalog.experiments.compactMap { $0["name"]?.string } == ["an-experiment", "another-one"])
        #expect(catalog.experiments.first?["sample_rate"] == ["default": 0.5, "0.1": ["frwiki"]])
        #expect(catalog.instruments.compactMap { $0["name"]?.string } == ["i", "j"])
        let list = try ConfigurationList(experiments: .array(catalog.experiments))
        #expect(list.entries.first?.start == UTCInstant(iso8601: "2026-01-01T00:00:00Z"))
    }

    @Test(
        arguments: [
            ("groups: [control, treatment]", "groups: []", "a.yaml:9:5: groups must be a list of at least one name."),
            ("name: an-experiment", "name: short", "a.yaml:2:5: name must be"),
            ("start: 2026-01-01\n", "start: soon\n", "a.yaml:3:5: start must be a date"),
            ("groups:", "grups:", "a.yaml:9:5: “grups” is not a setting of an entry of “experiments”."),
            ("experiments:", "experiment:", "a.yaml:1:1: “experiment” is not a setting of an experiment file."),
            ("    stream_name: a.stream\n", "", "a.yaml:2:5: stream_name is missing."),
            ("default: 0.5", "default: 2", "a.yaml:8:"),
        ])
    func `what keeps an entry from being read is thrown with its place`(old: String, new: String, expected: String) {
        let found = findings(Self.good.replacing(old, with: new))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(expected) == true, "\(found)")
    }

    @Test(arguments: [("[page_id]", "[page_idd]"), ("[control, treatment]", "[control, control]")])
    func `a value that leaves the entry in use is left to the checks`(old: String, new: String) {
        #expect(findings(Self.good.replacing(old, with: new)) == [])
    }
}
