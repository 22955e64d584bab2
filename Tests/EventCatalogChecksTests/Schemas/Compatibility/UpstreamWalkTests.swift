import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

@Suite struct UpstreamWalkTests {
    private func refused(_ old: String, _ new: String) throws -> [String] {
        UpstreamWalk(old: try JSONValue(parsing: old), new: try JSONValue(parsing: new)).incompatibilities
            .map { $0.path.joined(separator: ".") }
    }

    @Test(
        arguments: [
            (#"{"$id": "a", "description": "a", "examples": [1]}"#, "{}", []),
            (#"{"properties": {"description": {"maxLength": 3}}}"#, #"{"properties": {}}"#, []),
            (#"{"required": ["a", "b"]}"#, #"{"required": ["b", "a"]}"#, []),
            (#"{"required": ["a"]}"#, #"{"required": ["a", "b"]}"#, ["required"]),
            (#"{"required": ["a", "b"]}"#, #"{"required": ["a"]}"#, ["required"]),
            (#"{"required": ["a"]}"#, "{}", ["required"]), ("{}", #"{"required": ["a"]}"#, []),
            (#"{"enum": [1, 2]}"#, #"{"enum": [3, 2, 1]}"#, []), (#"{"enum": [1, 2]}"#, #"{"enum": [1]}"#, ["enum"]),
            (#"{"enum": [{"a": 1}]}"#, #"{"enum": [{"a": 1}]}"#, ["enum"]),
            (#"{"type": ["a", "b"]}"#, #"{"type": ["a", "b", "c"]}"#, []),
            (#"{"type": ["a", "b"]}"#, #"{"type": ["b", "a"]}"#, ["type.0", "type.1"]),
            (#"{"maxLength": 1}"#, #"{"maxLength": 2}"#, ["maxLength"]),
            (#"{"mexLength": 1}"#, "{}", ["mexLength"]),
            (#"{"title": "a", "minimum": 1}"#, #"{"title": "b", "minimum": 1.0}"#, ["title"]),
            ("{}", #"{"maxLength": 2, "enum": [1], "pattern": "a", "additionalProperties": false}"#, []),
            (#"{"additionalProperties": true}"#, #"{"additionalProperties": {}}"#, ["additionalProperties"]),
            (
                #"{"properties": {"required": {"type": "string"}, "enum": {"type": "string"}}}"#,
                #"{"properties": {"required": {"type": "string"}, "enum": {"type": "string"}}}"#,
                ["properties.required", "properties.enum"]
            ),
        ] as [(String, String, [String])])
    func `the walk refuses what the old version has and the new one changes`(
        old: String, new: String, expected: [String]
    ) throws {
        #expect(try refused(old, new) == expected)
    }

    /// The findings of a repository by the walk.
    private func findings(_ repository: URL?, honoursSkips: Bool) throws -> CompatibilityCheck {
        var options = CompatibilityCheck.Options()
        (options.policy, options.honoursSkips) = (.upstream, honoursSkips)
        return CompatibilityCheck(try SchemaTree(directory: try #require(repository).path), options: options)
    }

    /// The pairs that the walk refuses, and of these the pairs that the settings of the repository do not exempt.
    private static let pairs: [(repository: URL?, refused: [String], notExempt: [String])] = [
        (
            Suites.schemasPrimary,
            [
                "fragment/http: 1.1.0 → 1.2.0",  // client_ip is gone
                "fragment/mediawiki/state/change/page: 1.1.0 → 1.2.0",  // performer is no longer required
            ], []
        ),
        (
            Suites.schemasSecondary,
            [
                "analytics/mediawiki/client/metrics_event: 2.1.0 → 2.1.1",  // mexLength is corrected
                "analytics/product_metrics/app/base: 1.2.1 → 1.2.2",  // the same
                "analytics/product_metrics/web/base: 1.2.0 → 1.3.0",  // the same
                "fragment/analytics/common: 1.0.0 → 1.1.0",  // client_ip is gone
                "fragment/analytics/legacy/eventcapsule: 1.1.0 → 1.2.0",  // the same
                "fragment/analytics/product_metrics/common: 1.1.0 → 1.1.1",  // mexLength is corrected
                "fragment/analytics/product_metrics/common: 1.1.1 → 1.1.2",  // maxLength is raised from 64 to 8192
                "fragment/analytics/web: 1.0.0 → 1.0.1",  // properties are gone
            ], ["fragment/analytics/product_metrics/common: 1.1.1 → 1.1.2"]
        ),
    ]

    @Test(.needsCorpus, arguments: pairs)
    func `the walk refuses the exempt pairs of the real repositories, and one that is not exempt`(
        repository: URL?, refused: [String], notExempt: [String]
    ) throws {
        let (own, all) = (
            try findings(repository, honoursSkips: true), try findings(repository, honoursSkips: false)
        )
        #expect(own.refused == notExempt)
        #expect(own.skipped == refused.filter { !notExempt.contains($0) })
        #expect(all.refused == refused && all.skipped == [])
    }
}
