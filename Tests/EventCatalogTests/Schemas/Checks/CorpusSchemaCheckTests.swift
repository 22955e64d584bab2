import EventCatalog
import Foundation
import TestSupport
import Testing

/// The checks on the two repositories of production. Every rule's findings there were looked at; a rule that comes to
/// find more or less is looked at again.
@Suite(.needsCorpus) struct CorpusSchemaCheckTests {
    private func counts(_ folders: URL?...) throws -> [String: Int] {
        let roots = try folders.map { try #require($0).path }
        let findings = CatalogCheck(schemaRoots: roots).findings
        return Dictionary(findings.map { ($0.rule.id, 1) }, uniquingKeysWith: +)
    }

    @Test func `the findings of the secondary repository are those that were reviewed`() throws {
        #expect(
            try counts(Suites.schemasSecondary) == [
                "ambiguous-text": 11, "differing-property-types": 3, "empty-description": 2, "ineffective-keyword": 3,
                "missing-limit": 42, "outdated-reference": 17, "reserved-name": 1, "undescribed-property": 7,
                "uncompared-version": 1, "unknown-keyword": 9,
                "unused-skip": 10, "version-form": 1,
            ])
    }

    @Test func `the findings of the primary repository are those that were reviewed`() throws {
        #expect(
            try counts(Suites.schemasPrimary) == [
                "missing-limit": 16, "nested-identifier": 3, "outdated-reference": 1, "reference-siblings": 1,
                "reserved-name": 1,
                "undescribed-property": 3, "unused-skip": 8,
            ])
    }
}
