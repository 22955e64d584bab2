import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

/// Experiments and instruments that must pass the checks of entries.
@Suite struct CheckedExperimentsTests {
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

    private func read(_ files: [String: String]) throws -> ExperimentCatalog {
        try withFiles(files) { try ExperimentCatalog(checking: $0) }
    }

    /// What is wrong, without the folder: `a.yaml:3:5: …`.
    private func findings(_ files: [String: String]) -> [String] {
        do {
            _ = try read(files)
            return []
        } catch let error as CatalogError {
            return error.findings.map { "\($0)".replacing(/^\/.*?event-platform-[-0-9A-F]+[\/:]/, with: "") }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(
        arguments: [
            ("groups: [control, treatment]", "groups: []", "a.yaml:9:5: The experiment has no groups."),
            ("name: an-experiment", "name: short", "a.yaml:2:5: “short” is not the name of an experiment. Use 8 to 63"),
            ("start: 2026-01-01\n", "start: soon\n", "a.yaml:3:5: start is “soon”, which is not a date."),
            (
                "groups:", "grups:",
                "a.yaml:9:5: “grups” is not a setting of an entry of “experiments”. Did you mean “groups”?"
            ),
            ("experiments:", "experiment:", "a.yaml:1:1: “experiment” is not a setting of an experiment file."),
            ("    stream_name: a.stream\n", "", "a.yaml:2:5: stream_name is missing."),
            ("[page_id]", "[page_idd]", "a.yaml:7:29: “page_idd” is not a contextual attribute."),
            (
                "name: i,", "name: i, sample_unit: moon,",
                "a.yaml:11:15: sample_unit is “moon”, which does not exist. Known are"
            ),
            ("default: 0.5", "default: 2", "a.yaml:8:19: The default rate is 2, which is not from 0 to 1."),
        ])
    func `a mistake is reported with its location`(old: String, new: String, expected: String) {
        let found = findings(["a.yaml": Self.good.replacing(old, with: new)])
        #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
    }

    @Test func `a name that is used twice in all files is reported`() {
        let found = findings(["a.yaml": Self.good, "b.yaml": Self.good])
        #expect(found.count == 2)
        #expect(found.first?.hasPrefix("b.yaml:2:5: The experiment “an-experiment” is at ") == true)
        #expect(found.first?.contains("a.yaml:2:5 too. Their periods overlap.") == true)
    }

    @Test(
        arguments: [
            ("a.yaml", "- x\n", "a.yaml:1:1: This must be a map"),
            ("a.yaml", "experiments: {}\n", "a.yaml:1:1: “experiments” must be a list"),
            ("a.yaml", "experiments: [7]\n", "a.yaml:1:15: The entry must be a map"),
            ("a.txt", "", "There are no experiment files."),
        ])
    func `files that are not maps, values that are not lists and empty folders are reported`(
        name: String, text: String, expected: String
    ) {
        let found = findings([name: text])
        #expect(found.contains { $0.contains(expected) }, "\(found)")
    }

    @Test func `a warning is no error of a catalogue`() throws {
        let catalog = try read(["a.yaml": Self.good.replacing("[control, treatment]", with: "[control, control]")])
        #expect(catalog.findings.map(\.rule.id) == ["repeated-group"])
        #expect(catalog.experiments.count == 1)
    }

    @Test func `our own experiments have no finding`() throws {
        let catalog = try ExperimentCatalog(checking: Checkout.file("Experiments").path)
        #expect(!catalog.experiments.isEmpty && !catalog.instruments.isEmpty)
        #expect(catalog.findings == [])
    }
}
