import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Testing

/// A catalogue whose streams must pass every check.
@Suite struct CheckedStreamsTests {
    private static let schema = "title: a/b\n$id: /a/b/1.0.0\ntype: object\n"

    private func catalog<Result>(_ streams: [String: String], _ body: (StreamCatalog) throws -> Result) throws -> Result
    {
        let files = Dictionary(uniqueKeysWithValues: streams.map { ("Streams/\($0)", $1) })
        return try withFiles(files.merging(["Schemas/a/b/1.0.0.yaml": Self.schema]) { $1 }) { folder in
            let schemas = try SchemaRepository(roots: ["\(folder)/Schemas"])
            do { return try body(try StreamCatalog(checking: "\(folder)/Streams", schemas: schemas)) } catch let error
                as CatalogError
            {
                throw Mistakes(lines: error.findings.map { $0.description.replacing("\(folder)/Streams/", with: "") })
            }
        }
    }

    private struct Mistakes: Error { let lines: [String] }

    private func mistakes(_ streams: [String: String]) throws -> [String] {
        do {
            try catalog(streams) { _ in }
            return []
        } catch let error as Mistakes {
            return error.lines
        }
    }

    @Test(
        arguments: [
            ("s:\n  sample: {unit: session, rate: 1}\n", "a.yaml:1:1: schema_title"),
            ("s:\n  schema_title: a/c\n", "a.yaml:2:3: No schema has the title “a/c”. Did you mean “a/b”?"),
            (
                "s:\n  schema_title: /a/b\n",
                "a.yaml:2:3: No schema has the title “/a/b”. Titles begin without a slash. Did you mean “a/b”?"
            ),
            (
                "s:\n  schema_title: a/b\n  sampel: {}\n",
                "a.yaml:3:3: “sampel” is not a setting of a stream. Did you mean “sample”?"
            ),
            ("s:\n  schema_title: a/b\n  sample:\n    unit: session\n    rate: 1.5\n", "a.yaml:5:5: sample.rate"),
            ("s:\n  schema_title: a/b\n  sample:\n    unit: planet\n    rate: 1\n", "a.yaml:4:5: sample.unit"),
            ("s:\n  schema_title: a/b\n  sample:\n    unit: device\n", "a.yaml:3:3: sample.rate"),
            (
                "s:\n  schema_title: a/b\n  destination_event_service: eventgate-loging-external\n",
                "a.yaml:3:3: There is no service “eventgate-loging-external”. Did you mean "
                    + "“eventgate-logging-external”?"
            ),
            (
                "s:\n  schema_title: a/b\n  producers:\n    metrics_platform_client:\n      curation:\n        "
                    + "page_id:\n          equals: 1\n",
                "a.yaml:6:9: The stream does not list page_id, so this rule would drop every event."
            ),
            ("s:\n  - 1\n", "a.yaml:1:1: This must be the settings of a stream"),
            ("- s\n", "a.yaml:1:1: This must be a map"),
            (
                "s:\n  schema_title: a/b\n  producers:\n    metrics_platform_client:\n      provide_values: [page_id, "
                    + "page_idd]\n",
                "a.yaml:5:33: “page_idd” is not a contextual attribute. Did you mean “page_id”?"
            ),
            (
                "s:\n  schema_title: a/b\n  producers:\n    metrics_platform_client:\n      provide_values: [page_id]\n"
                    + "      curation:\n        page_id:\n          equls: 1\n",
                "a.yaml:8:11: “equls” is not an operator. Did you mean “equals”?"
            ),
        ])
    func `a mistake is reported with location, problem and remedy`(yaml: String, expected: String) throws {
        let found = try mistakes(["a.yaml": yaml])
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(expected) == true, "\(found)")
    }

    @Test func `notes are not among the mistakes that keep a folder from being served`() throws {
        let stream = "s:\n  schema_title: a/b\n  owner: null\n  sampel: {}\n"
        let found = try mistakes(["defaults.yaml": "owner: us\n", "a.yaml": stream])
        #expect(found.map { $0.prefix(11) } == ["a.yaml:4:3:"], "\(found)")
    }

    @Test func `a stream in two files is reported at the second`() throws {
        let stream = "s:\n  schema_title: a/b\n"
        let found = try mistakes(["a.yaml": stream, "b.yaml": "# again\n" + stream])
        #expect(found == ["b.yaml:2:1: The stream “s” is in a.yaml:1:1 too. Keep it in one file."])
    }

    @Test func `a mistake in the defaults is reported there`() throws {
        let found = try mistakes([
            "a.yaml": "s:\n  schema_title: a/b\n", "defaults.yaml": "\nsample:\n  unit: session\n  rate: 2\n",
        ])
        #expect(found.map { $0.prefix { $0 != " " } } == ["defaults.yaml:4:3:"])
    }

    @Test func `all mistakes of all files are reported at once`() throws {
        let found = try mistakes([
            "a.yaml": "s:\n  schema_title: x\n", "b.yaml": "t: [\n", "c.yaml": "u:\n  schema_title: y\n",
        ])
        #expect(found.map { $0.prefix { $0 != ":" } } == ["a.yaml", "b.yaml", "c.yaml"])
    }

    @Test func `a missing folder is reported`() throws {
        let schemas = try SchemaRepository(roots: [])
        #expect(throws: CatalogError.self) { try StreamCatalog(checking: "/no/such/folder", schemas: schemas) }
    }

    @Test func `a stream may name the title of a schema that is missing because of a mistake`() throws {
        let files = ["Schemas/a/1.0.0.yaml": "title: [", "Streams/a.yaml": "s:\n  schema_title: a\n"]
        try withFiles(files) { folder in
            let schemas = try SchemaRepository(roots: ["\(folder)/Schemas"], isStrict: false)
            let catalog = try StreamCatalog(checking: "\(folder)/Streams", schemas: schemas)
            #expect(catalog.configurations.names == ["s"])
        }
    }
}
