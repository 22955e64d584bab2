import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchemaTools
import Testing

/// All findings of a file come in one run.
@Suite struct OneRunTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"

    private func places(_ files: [String: String]) throws -> [String] {
        try check(files).map { finding in
            "\(finding.location.file.split(separator: "/").last ?? "") \(finding.place)"
        }
    }

    @Test func `a repeated name, a tag and an alias hide no other finding of their file`() throws {
        let text = """
            a:
              \(Self.title)
              owner: x
              owner: y
              topcs: 1
            b:
              schema_title: !title analytics/product_metrics/app/base
              owner: *nobody
              ownr: 2
            c:
              \(Self.title)
              owner: z
              sample: {unit: devise, rate: 1}
            """
        #expect(
            try places(["Streams/a.yaml": text]) == [
                "a.yaml duplicate-key 4:3", "a.yaml unknown-setting 5:3", "a.yaml yaml-tag 7:17",
                "a.yaml unresolved-alias 8:10", "a.yaml unknown-setting 9:3", "a.yaml invalid-sampling 13:12",
            ])
    }

    @Test(arguments: ["destination_event_service: [\n", "- x\n", "x: *y\n", "# nothing\n"])
    func `defaults that cannot be read add no finding to other files`(defaults: String) throws {
        let streams =
            "a:\n  \(Self.title)\n  destination_event_service: eventgate-analytics-external\n  owner: x\nb:\n  \(Self.title)\n"
        let found = try places(["Streams/defaults.yaml": defaults, "Streams/a.yaml": streams])
        #expect(found.count == 1 && found[0].hasPrefix("defaults.yaml "), "\(found)")
    }

    @Test func `an experiment with an alias that leads nowhere lacks nothing`() throws {
        let text = """
            experiments:
              - name: first-of-all
                <<: *common
                sampel_rate: {default: 1}
            """
        let found = try places(["Experiments/a.yaml": text])
        #expect(
            found.contains("a.yaml unresolved-alias 3:9") && found.contains("a.yaml unknown-experiment-setting 4:5"))
        #expect(!found.contains { $0.contains("missing-") || $0.contains("invalid-experiment") }, "\(found)")
    }

    @Test func `the other mistakes of a schema with a repeated name are found, and no version is made of it`() throws {
        let schema = """
            title: a/b
            $id: /a/b/1.0.0
            $schema: https://json-schema.org/draft-07/schema#
            description: A thing.
            type: object
            properties:
              a: {type: string, maxLength: 3, description: An a., mexLength: 3}
              a: {type: integer}
            """
        let found = try places(["Schemas/a/b/current.yaml": schema])
        #expect(found.contains("current.yaml duplicate-key 8:3"))
        #expect(found.contains { $0.contains("unknown-keyword") }, "\(found)")
        try withProject(["Schemas/a/b/current.yaml": schema]) { project in
            let made = Materialization(try SchemaTree(directory: "\(project.path)/Schemas"))
            #expect(made.titles.isEmpty && made.errors.map(\.rule.id) == ["duplicate-key"])
        }
    }

    @Test func `a remote configuration with a repeated name is checked`() throws {
        let text = #"{"$schema": "x", "configurationVersion": 1, "configurationVersion": 2, "configurationBundle": {}}"#
        try withProject(["client-config.json": text]) { project in
            let rules = try project.report().findings.map(\.rule.id)
            #expect(rules.contains("duplicate-key") && rules.contains("invalid-client-configuration"))
        }
    }
}
