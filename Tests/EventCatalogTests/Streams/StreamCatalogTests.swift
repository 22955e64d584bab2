import CatalogTestSupport
import EventCatalog
import EventSchema
import EventStreams
import Testing

/// Streams as they are read, without checks.
@Suite struct StreamCatalogTests {
    private func mistakes(_ streams: [String: String]) throws -> [String] {
        try withFiles(streams) { folder in
            do {
                return try StreamCatalog(directory: folder).findings.map(\.description)
            } catch let error as CatalogError {
                return error.findings.map { $0.description.replacing("\(folder)/", with: "") }
            }
        }
    }

    @Test func `defaults are completed: maps merge, lists are replaced`() throws {
        let files = [
            "defaults.yaml":
                "destination_event_service: eventgate-main\ntopic_prefixes: [x., y.]\nconsumers: {one: {enabled: true, "
                + "job: j}}\n",
            "area.yaml": "s:\n  schema_title: a/b\n  topic_prefixes: [z.]\n  consumers: {one: {enabled: false}}\n",
        ]
        let catalog = try withFiles(files) { try StreamCatalog(directory: $0) }
        #expect(
            catalog.settings["s"]
                == [
                    "destination_event_service": "eventgate-main", "topic_prefixes": ["z."],
                    "consumers": ["one": ["enabled": false, "job": "j"]], "schema_title": "a/b", "stream": "s",
                ])
        #expect(catalog.configurations["s"]?.topics == ["z.s"])
    }

    @Test(
        arguments: [
            ("s:\n  sample: {unit: session, rate: 1}\n", "a.yaml:1:1: schema_title is missing"),
            ("s:\n  schema_titel: a/b\n", "a.yaml:1:1: schema_title is missing"),
            ("s:\n  schema_title: a/b\n  sample:\n    unit: session\n    rate: 1.5\n", "a.yaml:5:5: sample.rate"),
            ("s:\n  schema_title: a/b\n  sample:\n    unit: planet\n    rate: 1\n", "a.yaml:4:5: sample.unit"),
            ("s:\n  schema_title: a/b\n  topics: t\n", "a.yaml:3:3: topics must be a list"),
            ("/s(/:\n  schema_title: a/b\n", "a.yaml:1:1: "),
            ("s:\n  - 1\n", "a.yaml:1:1: This must be the settings of a stream"),
            ("- s\n", "a.yaml:1:1: This must be a map"),
            ("streams:\n  s:\n    schema_title: a/b\n", "a.yaml:1:1: “streams” is read as the name of a stream"),
        ])
    func `what keeps a stream from being read is thrown with its place`(yaml: String, expected: String) throws {
        let found = try mistakes(["a.yaml": yaml])
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(expected) == true, "\(found)")
    }

    @Test(
        arguments: [
            "sampel: {}", "destination_event_service: eventgate-loging-external", "owner: ''",
            "producers: {metrics_platform_client: {provide_values: [page_idd], curation: {page_id: {equls: 1}}}}",
        ])
    func `a setting that has no effect on the reading of its stream is left to the checks`(setting: String) throws {
        #expect(try mistakes(["a.yaml": "s:\n  schema_title: no/such\n  \(setting)\n"]) == [])
    }

    @Test(
        arguments: [
            ("s:\n  schema_title: a/b\nt:\n  schema_title: a/b\ns:\n  schema_title: a/b\n", "a.yaml:5:1:"),
            ("# first\ns:\n  schema_title: a/b\n\"s\" :\n  schema_title: a/b\n", "a.yaml:4:1:"),
            ("s:\n  schema_title: a/b\n  topics: [x]\n  schema_title: a/b\n", "a.yaml:4:3:"),
            ("s:\n  schema_title: a/b\n  sample: {rate: 1, unit: session, rate: 1}\n", "a.yaml:3:36:"),
        ])
    func `a repeated name in a map is reported at the second`(yaml: String, place: String) throws {
        let found = try mistakes(["a.yaml": yaml])
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("\(place) Given more than once in the same map: ") == true, "\(found)")
    }

    @Test func `a setting behind no-break spaces is not a stream`() throws {
        let found = try mistakes(["a.yaml": "s:\n  schema_title: a/b\n\u{A0}\u{A0}owner: x\n"])
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("a.yaml:3:1: The text begins with a space that YAML does not count as indentation")
                == true)
    }
}
