import CatalogTestSupport
import EventCatalog
import EventStreams
import Foundation
import Testing

@testable import EventCatalogChecks

/// The rule `redrawn-experiment` of `eventctl check --against REF`.
@Suite(.serialized) struct RedrawnExperimentsTests {
    private static let file = "Experiments/a.yaml"

    /// A file with an experiment that runs on the first day of 2026, and these settings.
    private static func experiment(_ settings: [String: String] = [:]) -> String {
        RuleExample.entry(["start": "2025-03-01"].merging(settings) { $1 })
    }

    private static let reordered = experiment(["groups": "[treatment, control]"])

    /// What a check of files finds that had other files before.
    private func lines(
        _ before: [String: String], _ after: [String: String], asOf: String? = "2026-01-01"
    ) throws -> [String] {
        func files(_ files: [String: String], in folder: String) -> [(String, String)] {
            files.map { ("\(folder)/\($0)", $1) }
        }
        let all = Dictionary(uniqueKeysWithValues: files(before, in: "before") + files(after, in: "after"))
        return try withFiles(all) { folder in
            let check = try ProjectCheck(
                CatalogFolders(ofProject: "\(folder)/after"), asOf: asOf.flatMap(UTCInstant.init(iso8601:)),
                against: "\(folder)/before")
            return ExampleProject(path: "\(folder)/after").lines(check.report().findings)
        }
    }

    private func lines(_ before: String, _ after: String, asOf: String? = "2026-01-01") throws -> [String] {
        try lines([Self.file: before], [Self.file: after], asOf: asOf)
    }

    @Test func `the mistake of the rule is its only finding, and the corrected form has none`() throws {
        func found(_ example: RuleExample) throws -> [String] {
            func part(_ name: String) -> [String: String] {
                let files = example.files.filter { $0.key.hasPrefix("\(name)/") }
                return Dictionary(
                    uniqueKeysWithValues: files.map { (String($0.key.dropFirst(name.count + 1)), $0.value) })
            }
            return try lines(part("before"), part("after"))
        }
        #expect(try found(Rule.redrawnExperiment.mistake) == ["Experiments/example.yaml:5 redrawn-experiment"])
        #expect(try found(Rule.redrawnExperiment.corrected) == [])
    }

    @Test(
        arguments: [
            (["groups": "[treatment, control]"], 5), (["groups": "[control, treatment, other]"], 5),
            (["user_identifier_type": "mw-user"], 8), (["groups": "[control, green]"], nil),
            (["sample_rate": "{default: 0.7}"], nil), (["end": "2027-01-31T00:00:00Z"], nil),
        ] as [([String: String], Int?)])
    func `a change that draws an experiment anew is found at its setting`(
        settings: [String: String], line: Int?
    ) throws {
        let expected = line.map { ["\(Self.file):\($0) redrawn-experiment"] } ?? []
        #expect(try lines(Self.experiment(), Self.experiment(settings)) == expected)
    }

    @Test(arguments: ["2025-02-28", nil]) func `an experiment that does not run for certain may change`(
        asOf: String?
    ) throws {
        #expect(try lines(Self.experiment(), Self.reordered, asOf: asOf) == [])
    }

    @Test func `an experiment is the same in another file, and a file that cannot be read hides no other`() throws {
        let before = [Self.file: Self.experiment(), "Experiments/c.yaml": "experiments: []\n"]
        let after = ["Experiments/b.yaml": Self.reordered, "Experiments/c.yaml": "experiments: [\n"]
        let found = try lines(before, after)
        #expect(found.contains("Experiments/b.yaml:5 redrawn-experiment") && found.count == 2, "\(found)")
        let broken = try lines(
            [Self.file: Self.experiment(), "Experiments/c.yaml": "a: ["], [Self.file: Self.reordered])
        #expect(broken == ["\(Self.file):5 redrawn-experiment"])
    }

    @Test func `a project without experiments before has none that are drawn anew`() throws {
        #expect(try lines(["Streams/a.yaml": RuleExample.stream()], [Self.file: Self.reordered]) == [])
    }

    @Test func `a commit is compared, and the finding says what happens to those who take part`() throws {
        try withFiles([Self.file: Self.experiment()]) { folder in
            let repository = try ExampleRepository(at: folder)
            try repository.commit()
            try repository.write(Self.reordered, to: Self.file)
            func findings() throws -> [CatalogFinding] {
                try ProjectCheck(
                    CatalogFolders(ofProject: folder), asOf: UTCInstant(iso8601: "2026-01-01"), against: "HEAD"
                ).report().findings
            }
            let found = try findings()
            #expect(found.map(\.rule) == [.redrawnExperiment] && found.first?.location.file == "\(folder)/\(Self.file)")
            #expect(
                found.first?.problem
                    == "The experiment “search-suggestions” runs, and “groups” changes: who takes part "
                    + "stays the same, and is in another group.")
            try repository.commit()
            #expect(try findings() == [])
        }
    }

    // MARK: - On purpose

    private static let waived = reordered.replacing(
        "    groups:",
        with: "    # eventctl-allow redrawn-experiment until 2026-06-30: nobody took part yet\n    groups:")
    private static let off = """
        rules:
          - {rule: redrawn-experiment, severity: off, reason: We begin each analysis anew.}

        """

    @Test func `a waiver and the project's severity count, and a waiver is not unused without a base`() throws {
        #expect(try lines(Self.experiment(), Self.waived) == [])
        #expect(try lines(Self.waived, Self.waived) == [])
        let project = [Self.file: Self.reordered, "Project.yaml": Self.off]
        #expect(try lines([Self.file: Self.experiment()], project) == [])
        try withFiles([Self.file: Self.waived]) { folder in
            let check = CatalogCheck(experiments: "\(folder)/Experiments", asOf: UTCInstant(iso8601: "2026-01-01"))
            #expect(check.findings == [])
        }
    }

    @Test func `they count for a comparison of snapshots too`() throws {
        func errors(_ after: [String: String]) throws -> [String] {
            let snapshots = try [[Self.file: Self.experiment()], after].map { files in
                try withFiles(files) { try ExperimentSnapshot(directory: "\($0)/Experiments", named: "Experiments") }
            }
            return ExperimentComparison(
                from: snapshots[0], to: snapshots[1], asOf: try #require(UTCInstant(iso8601: "2026-01-01"))
            ).errors.map { "\($0.location) \($0.rule.id)" }
        }
        #expect(try errors([Self.file: Self.reordered]) == ["\(Self.file):5:5 redrawn-experiment"])
        #expect(try errors([Self.file: Self.waived]) == [])
        #expect(try errors([Self.file: Self.reordered, "Project.yaml": Self.off]) == [])
    }
}
