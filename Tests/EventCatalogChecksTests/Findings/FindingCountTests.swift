import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

/// How often each rule is found in what others wrote, and in our own folders.
///
/// Each finding was looked at. A rule that reports what nobody would change is noise and is made narrower; a change of
/// a rule changes its line here. An error is a mistake: the checks of the repositories themselves find none.
@Suite struct FindingCountTests {
    @Test func `the findings in our own folders are those that were reviewed`() {
        let folders = ["Streams", "Schemas", "Experiments"].map { Checkout.file($0).path }
        let check = CatalogCheck(
            streams: folders[0], schemaRoots: [folders[1]], experiments: folders[2],
            asOf: UTCInstant(iso8601: "2026-01-01"))
        expect(
            check.findings,
            """
            note missing-limit 5  # the fields of the platform have none
            note reserved-name 3  # “protocol” is a field of the platform
            note zero-rate 1  # app.search_suggestions is switched off on purpose
            """)
    }

    @Test(.needsCorpus) func `the findings in the secondary repository are those that were reviewed`() throws {
        expect(
            try Self.findings(in: Suites.schemasSecondary),
            """
            note empty-description 2
            note missing-limit 42
            note outdated-reference 17
            note reserved-name 1
            note undescribed-property 7
            note version-form 1
            warning ambiguous-text 16  # on and off as names, in one schema and its example
            warning differing-property-types 3
            warning ineffective-keyword 3  # minLength of integers
            warning uncompared-version 1  # seven titles refer to the primary repository
            warning unknown-keyword 9  # mexLength, descripotion, values that are not indented
            warning unused-skip 10  # the corpus has a part of the schemas
            """)
    }

    @Test(.needsCorpus) func `the findings in the primary repository are those that were reviewed`() throws {
        expect(
            try Self.findings(in: Suites.schemasPrimary),
            """
            note missing-limit 16
            note outdated-reference 1
            note reserved-name 1
            note undescribed-property 3
            warning nested-identifier 9  # each at the $ref of a whole schema
            warning reference-siblings 1
            warning unused-skip 8  # the corpus has a part of the schemas
            """)
    }

    @Test(.needsCorpus) func `the findings in the streams of production are those that were reviewed`() throws {
        let findings = try Self.findingsInStreamsOfProduction()
        expect(
            findings,
            """
            error unknown-schema-title 180  # of titles that the corpus does not have
            warning ignored-topic-prefixes 1  # two prefixes, and one topic without them
            warning older-attribute-name 1  # page_namespace beside page_namespace_id
            warning repeated-attribute 1  # performer_session_id twice
            """)
        let roots = [try #require(Suites.schemasSecondary), try #require(Suites.schemasPrimary)]
        for finding in findings where finding.rule.severity == .error {
            let title = try #require(finding.problem.split(separator: /[“”]/).dropFirst().first)
            #expect(roots.allSatisfy { root in Self.isMissing(root.appending(path: "jsonschema/\(title)")) })
        }
    }

    // MARK: - Findings

    private static func isMissing(_ folder: URL) -> Bool { !FileManager.default.fileExists(atPath: folder.path) }

    private static func findings(in repository: URL?) throws -> [CatalogFinding] {
        CatalogCheck(schemaRoots: [try #require(repository).path]).findings
    }

    /// The findings of streams, as of the first day of 2026. Those of the schemas alone are not among them.
    private static func findingsInStreamsOfProduction() throws -> [CatalogFinding] {
        let bytes = [UInt8](try Data(contentsOf: #require(Suites.productionStreams)))
        let streams = try #require(JSONValue(parsing: bytes)["streams"])
        let roots = [Suites.schemasSecondary, Suites.schemasPrimary].compactMap {
            $0?.appending(path: "jsonschema").path
        }
        // JSON is YAML too.
        return try withFiles(["Streams/production.yaml": streams.jsonText]) { folder in
            let asOf = UTCInstant(iso8601: "2026-01-01")
            return CatalogCheck(streams: "\(folder)/Streams", schemaRoots: roots, asOf: asOf).findings
                .filter { $0.location.file.hasPrefix(folder) }
        }
    }

    // MARK: - Counts

    /// Compares counts with lines of severity, rule and number, and prints the lines that differ, with what is found.
    private func expect(
        _ findings: [CatalogFinding], _ reviewed: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let byRule = Dictionary(grouping: findings) { "\($0.rule.severity) \($0.rule.id)" }
        let found = Set(byRule.map { "\($0.key) \($0.value.count)" })
        let lines = Set(reviewed.split(separator: "\n").map { $0.prefix { $0 != "#" }.trimmed })
        let gone = lines.subtracting(found).sorted().map { "- \($0)" }
        let new = found.subtracting(lines).sorted().map { line in
            let rule = line.split(separator: " ").dropLast().joined(separator: " ")
            return (["+ \(line)"] + (byRule[rule] ?? []).prefix(20).map { "    \($0)" }).joined(separator: "\n")
        }
        #expect(gone + new == [], "\((gone + new).joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
}

extension Substring {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
