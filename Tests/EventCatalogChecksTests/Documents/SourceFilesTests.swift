import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// What a command reads: each file once, and the same from wherever the project is named.
@Suite struct SourceFilesTests {
    /// A project with a mistake in a schema's example, which the check of examples alone finds.
    private static let files = [
        "Streams/defaults.yaml": "destination_event_service: eventgate-analytics-external\n",
        "Streams/app.yaml": "app.tap:\n  schema_title: app/tap\n",
        "Schemas/.jsonschema-tools.yaml": "schemaBasePath: ./jsonschema/\n",
        "Schemas/jsonschema/app/tap/current.yaml": Self.schema,
        "Schemas/jsonschema/app/tap/1.0.0.yaml": Self.schema,
        "Experiments/tests.yaml": "experiments: []\n",
        "client-config.json": #"{"$schema": "x", "configurationVersion": 1, "configurationBundle": []}"#,
    ]
    private static let schema = """
        title: app/tap
        description: A tap.
        $id: /app/tap/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        properties:
          name:
            type: string
            description: The name.
        examples:
          - name: 1

        """

    #if os(Linux)
        @Test func `a check opens each file and each folder once, with its waivers and its report`() throws {
            try withProject(Self.files) { project in
                let counter = try OpenCounter(below: project.path)
                var report = TextReport(try project.report())
                report.forEachLine { _ in }
                let counts = counter.counts()
                #expect(counts.filter { $0.value != 1 } == [:])
                #expect(Set(Self.files.keys).isSubset(of: counts.keys))
            }
        }
    #endif

    @Test func `a project is the same from inside, by its full path, with dots and slashes, and through a link`() throws
    {
        try withProject(Self.files) { project in
            let link = "\(project.path)-link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: project.path)
            defer { unlink(link) }
            func findings(_ roots: [String], relativeTo place: String) -> [String] {
                CatalogCheck(schemaRoots: roots).findings.map {
                    "\($0)".replacing("\(place)/", with: "").replacing("../", with: "")
                }
            }
            let expected = findings(["\(project.path)/Schemas"], relativeTo: project.path)
            #expect(expected.contains { $0.contains("Example 1 is invalid") })
            let places = [
                project.path, "\(project.path)/", "\(project.path)/.", "\(project.path)//.", link, "\(link)/./",
            ]
            for place in places {
                let found = findings(["\(place)/Schemas"], relativeTo: FolderPath.normal(place))
                #expect(found == expected, "\(place)")
            }
            // The root itself, in which the settings of the folder above count.
            let inner = findings(["\(project.path)/Schemas/jsonschema"], relativeTo: project.path)
            #expect(inner == expected)
            let linked = findings(["\(link)/Schemas/jsonschema/."], relativeTo: link)
            #expect(linked == expected)
        }
    }

    @Test(arguments: [
        ("", "."), (".", "."), ("./", "."), ("a", "a"), ("./a", "a"), ("a/./b//c/", "a/b/c"), ("../a", "../a"),
        ("/", "/"), ("//a/./b", "/a/b"), ("file:///a/b/", "/a/b"), ("a/..", "a/.."),
    ])
    func `a path has one spelling`(path: String, normal: String) { #expect(FolderPath.normal(path) == normal) }

    @Test func `a file that is edited between two uses is the same for both`() throws {
        try withProject(Self.files) { project in
            let sources = SourceFiles()
            let file = "\(project.path)/Streams/app.yaml"
            let before = try sources.document(in: file).value
            try project.write("app.tap:\n  schema_title: other\n", to: "Streams/app.yaml")
            #expect(try sources.document(in: file).value == before)
            #expect(try SourceFiles().document(in: file).value != before)
        }
    }
}
