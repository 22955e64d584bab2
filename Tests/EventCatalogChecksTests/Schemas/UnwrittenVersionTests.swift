import EventSchema
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// The mistakes of the version that `current.yaml` gives, before a file has it.
@Suite struct UnwrittenVersionTests {
    private static let current = """
        title: app/tap
        description: A tap on a button.
        $id: /app/tap/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        additionalProperties: true
        allOf:
          - $ref: /fragment/part/1.0.0
          - required: [id, button]
            properties:
              $schema: {type: string, description: The schema., maxLength: 99}
              button: {type: string, description: The label of the button., maxLength: 64}
              wait_ms: {type: integer, description: The wait in milliseconds., minimum: 0, maximum: 9}
        examples:
          - {$schema: /app/tap/1.0.0, id: a, button: Save}

        """
    private static let part = """
        title: fragment/part
        description: What several schemas have.
        $id: /fragment/part/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        properties:
          id: {type: string, description: The identifier., maxLength: 9}

        """

    /// The findings after edits of `current.yaml`, of which version 1.0.0 was made before or was not made at all.
    private func findings(_ edits: [(String, String)], isMade: Bool) throws -> [String] {
        let files = [
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings, "Schemas/app/tap/current.yaml": Self.current,
            "Schemas/fragment/part/current.yaml": Self.part,
        ]
        return try withProject(files) { project in
            let made = Materialization(try SchemaTree(directory: "\(project.path)/Schemas"))
            for file in made.titles.flatMap(\.files) where isMade || file.path.contains("fragment") {
                try project.write(
                    String(decoding: file.expected, as: UTF8.self),
                    to: String(file.path.dropFirst(project.path.count + 1)))
            }
            let edited = edits.reduce(Self.current) { $0.replacing($1.0, with: $1.1) }
            try project.write(edited, to: "Schemas/app/tap/current.yaml")
            return project.lines(try project.report().findings).map { $0.replacing("Schemas/app/tap/", with: "") }
        }
    }

    @Test func `a current without mistakes has no other findings than that it is not made`() throws {
        #expect(try findings([], isMade: true) == [])
        #expect(try findings([], isMade: false) == ["current.yaml:3 version-not-materialized"])
        let longer = [("maxLength: 64", "maxLength: 65")]
        let found = try findings(longer, isMade: true)
        #expect(found.count == 1 && found[0].hasPrefix("1.0.0.yaml:") && found[0].hasSuffix(" version-differs"))
    }

    @Test(arguments: [true, false]) func `mistakes of an edit are found at the lines of current`(isMade: Bool) throws {
        let edits = [
            ("[id, button]", "[id, buton, button]"), ("button: Save", "button: 17"), ("milliseconds", "seconds"),
        ]
        let found = try findings(edits, isMade: isMade).filter { $0.hasPrefix("current.yaml") }
        #expect(
            found.filter { !$0.hasSuffix("version-not-materialized") } == [
                "current.yaml:9 schema-required-properties-exist", "current.yaml:13 differing-unit",
                "current.yaml:15 schema-examples-are-valid",
            ])
    }

    private static let stream = """
        app.taps:
          schema_title: app/tap
          producers: {metrics_platform_client: {provide_values: [shop_button]}}

        """

    /// The findings of a project with a stream of `app/tap`, of which no version is made, and an attribute that the
    /// schema has.
    private func follow(_ edits: [(String, String)] = [], project: String = "") throws -> [String] {
        let current = edits.reduce(Self.current) { $0.replacing($1.0, with: $1.1) }
        let files = [
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings, "Schemas/app/tap/current.yaml": current,
            "Schemas/fragment/part/current.yaml": Self.part,
            "Schemas/fragment/part/1.0.0.yaml": RuleExample.madeText(Self.part), "Streams/app.yaml": Self.stream,
            "Experiments/app.yaml": """
            experiments:
              - name: colours
                stream_name: app.taps
                schema_id: /app/tap/1.0.0

            """,
            "Project.yaml": """
            attributes:
              shop_button: {field: button, type: string, sensitivity: low, description: A button.}
            \(project)
            """,
        ]
        return try withProject(files) { project in
            let report = try ProjectCheck(CatalogFolders(ofProject: project.path), asOf: nil).report()
            return project.lines(report.findings.filter { $0.severity == .error })
        }
    }

    private static let followers: Set = ["unknown-schema-title", "unknown-schema-id", "undeclared-attribute-field"]

    private func followers(of lines: [String]) -> Set<String> {
        Set(lines.compactMap { $0.split(separator: " ").last.map(String.init) }).intersection(Self.followers)
    }

    @Test func `that a version is not made yet is one finding, without those of streams, experiments and attributes`()
        throws
    {
        let found = try follow()
        #expect(found.contains("Schemas/app/tap/current.yaml:3 version-not-materialized"), "\(found)")
        #expect(followers(of: found) == [], "\(found)")
        // What the version will lack too is still found.
        let lacking = try follow([("button: {type", "knob: {type")])
        #expect(followers(of: lacking) == ["undeclared-attribute-field"], "\(lacking)")
        // A version that cannot be made has the finding that says why.
        let broken = try follow([("part/1.0.0", "part/1.1.0")])
        #expect(followers(of: broken) == [] && !broken.isEmpty, "\(broken)")
        // Where the absence is no finding, what needs the version is.
        let off = try follow(project: "rules: [{rule: version-not-materialized, severity: off, reason: Later.}]")
        #expect(followers(of: off) == Self.followers, "\(off)")
    }

    @Test func `the place of a part is that in current, of what a reference brings that of the schema around it`() {
        let version: JSONValue = [
            "required": ["a", "b"], "properties": ["a": ["type": "string"], "c": ["type": "x"]],
        ]
        let current: JSONValue = [
            "allOf": [["$ref": "/c/1.0.0"], ["required": ["b"], "properties": ["a": ["type": "string"]]]],
            "required": ["a"],
        ]
        func place(_ path: String...) -> [String] { AuthoredPlace.path(like: path, of: version, in: current) }
        #expect(place("required", "1") == ["allOf", "1", "required", "0"])
        #expect(place("required", "0") == ["required", "0"])
        #expect(place("properties", "a", "type") == ["allOf", "1", "properties", "a", "type"])
        #expect(place("properties", "c", "type") == ["allOf", "1", "properties"])
        #expect(place("examples", "0") == [])
    }
}
