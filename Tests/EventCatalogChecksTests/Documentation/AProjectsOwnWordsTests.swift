import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

/// The page about the words of a project, `AProjectsOwnWords`.
@Suite struct AProjectsOwnWordsTests {
    private static let text = Result {
        try String(
            contentsOf: Checkout.file("Sources/EventCatalog/Documentation.docc/AProjectsOwnWords.md"), encoding: .utf8)
    }

    /// The YAML blocks of the page, in order: five of them are parts of one `Project.yaml`.
    private static func files() throws -> [String: String] {
        let blocks = try text.get().matches(of: /```yaml\n([^`]+)```/).map { String($0.1) }
        try #require(blocks.count == 7)
        return [
            "Project.yaml": ([blocks[0]] + blocks[3...]).joined(),
            "Schemas/shop/purchase/1.0.0.yaml": blocks[1], "Streams/shop.yaml": blocks[2],
            "Streams/legacy.yaml": """
            shop.visits:
              schema_title: shop/purchase
              links: {bug: 'https://bugs.example.org/3'}
              importance: high
              urgency: high

            """,
        ]
    }

    @Test func `the files of the page have no findings, and each entry of the rules has its effect`() throws {
        var files = try Self.files()
        func findings() throws -> [String] {
            try withProject(files) { project in
                try project.report().findings.filter { !$0.location.file.contains("/Schemas/") && $0.severity > .note }
                    .map { "\($0.severity) \($0.location.file.split(separator: "/").last ?? "") \($0.rule.id)" }
            }
        }
        #expect(try findings() == [])
        files["Streams/new.yaml"] = files["Streams/legacy.yaml"]?.replacing("visits", with: "views")
        #expect(try findings() == ["error new.yaml unread-setting"])
    }

    @Test func `a stream of the page without its owner lacks what the project requires`() throws {
        var files = try Self.files()
        let stream = try #require(files["Streams/shop.yaml"])
        files["Streams/shop.yaml"] = stream.replacing("  owner: shop team\n", with: "")
        try withProject(files) { project in
            let found = try project.report().findings.filter { $0.severity == .error }
            #expect(found.map { "\($0.location.line ?? 0) \($0.rule.id)" } == ["1 missing-required-setting"])
            let text = try Self.text.get()
            #expect(found.allSatisfy { text.contains("\($0.problem)\n\($0.remedy)") }, "\(found)")
        }
    }

    @Test func `the stream of the page has a valid example event`() throws {
        try withProject(try Self.files()) { project in
            let streams = try StreamFolder(directory: "\(project.path)/Streams")
            let schemas = try SchemaRepository(roots: ["\(project.path)/Schemas"], isStrict: false)
            let example = try #require(StreamDescription(of: "shop.purchases", in: streams, schemas)?.example)
            #expect(example.isValid && example.passesCuration, "\(example.findings)")
        }
    }

    @Test func `every setting of the file is on the page`() throws {
        let text = try Self.text.get()
        let properties = try #require(EditorSchema.project["properties"]?.object)
        let attribute = properties["attributes"]?["additionalProperties"]?["properties"]?.object
        for name in Array(properties.names) + Array(try #require(attribute).names) {
            #expect(text.contains("| `\(name)` |"), "\(name)")
        }
    }
}
