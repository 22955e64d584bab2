import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct EditorSchemaTests {
    private let streams: Schema
    private let defaults: Schema

    /// Compiled once for all tests.
    private static let compiled = Result {
        try [EditorSchema.streams, EditorSchema.defaults].map { try Schema($0, mode: .standard(assertsFormats: false)) }
    }

    init() throws {
        let schemas = try Self.compiled.get()
        (streams, defaults) = (schemas[0], schemas[1])
    }

    private func problems(_ files: [String: String]) throws -> [String] {
        try files.filter { $0.key.hasPrefix("Streams/") && $0.key.hasSuffix(".yaml") }.flatMap { name, text in
            let value = try YAMLReader.read(SourceText(bytes: Array(text.utf8), file: name)).value
            let schema = name.hasSuffix("/defaults.yaml") ? defaults : streams
            return schema.findings(in: value).map { "\(name): \($0.instanceLocation): \($0.message)" }
        }
    }

    /// The ids of rules whose mistake can be seen in one value of one file.
    private static let structural: Set = [
        "unknown-setting", "misplaced-setting", "unread-setting", "setting-type", "invalid-setting",
        "invalid-sampling", "rate-out-of-range", "pattern-flags", "misspelt-destination", "unknown-destination",
        "unknown-attribute",
        "invalid-curation", "missing-schema-title",
        "missing-stream-name", "stream-name-form", "stream-name-separator", "invalid-expiry", "unknown-sensitivity",
    ]

    @Test(arguments: Rule.streamRules.filter { structural.contains($0.id) })
    func `the mistake of a rule about one value is refused`(rule: Rule) throws {
        #expect(try problems(rule.mistake.files) != [])
    }

    @Test(arguments: Rule.streamRules) func `the corrected example of a rule is accepted`(rule: Rule) throws {
        #expect(try problems(rule.corrected.files) == [])
    }

    @Test(arguments: [
        "sample: {rate: 1.5}", "sample: {unit: user}", "sample: {rates: 1}", "canary_events_enabled: yes", "owner: 1",
        "topics: app.search", "topic_prefixes: [1]", "sensitivity: secret", "expires: next summer",
        "destination_event_service: eventgate", "schema_title: /a/b", "stream: 1", "message_key_fields: {a: 1}",
        "producers: {eventgate: {enrich_fields_from_http_headers: {a: true}}}", "producers: {eventgate: {other: 1}}",
        "producers: {metrics_platform_client: {provide_values: page_id}}",
        "producers: {metrics_platform_client: {provide_values: [page_idd]}}",
        "producers: {metrics_platform_client: {curation: {page_id: {}}}}",
        "producers: {metrics_platform_client: {curation: {page_id: {contains: a}}}}",
        "producers: {metrics_platform_client: {curation: {page_id: {equals: a}}}}",
        "producers: {metrics_platform_client: {curation: {page_id: {in: 1}}}}",
        "producers: {metrics_platform_client: {curation: {page_idd: {equals: 1}}}}",
        "consumers: {a: {enabled: 1}}", "consumers: [a]", "consumers: {sample: {}}",
        "consumers: {people: a}", "consumers: {tables: [1]}", "consumers: {dashboards: {a: b}}",
        "producers: {curation: {page_id: {equals: 1}}}", "producers: {owner: me}", "producers: {ours: 5}",
        "producers: {sample: {unit: session, rate: 1}}",
    ]) func `a wrong value is refused in a stream and in the defaults`(setting: String) throws {
        let title = setting.hasPrefix("schema_title") ? "" : "schema_title: t, "
        #expect(try problems(["Streams/a.yaml": "a: {\(title)\(setting)}"]) != [])
        #expect(try problems(["Streams/defaults.yaml": setting]) != [])
    }

    @Test(arguments: [
        "sample: []", "sample: null", "topic_prefixes: null", "topics: []", "consumers: {}", "expires: 2026-06-30",
        "producers: {eventgate: {enrich_fields_from_http_headers: {http.request_headers.user-agent: false, b: x}}}",
        "producers: {metrics_platform_client: {provide_values: [user_id, page_namespace, is_production]}}",
        "producers: {metrics_platform_client: {curation: {user_id: {less_than: 1.5}, page_title: {in: [a]}}}}",
        "producers: {ours: {a: 1}}", "consumers: {ours: {a: 1}}", "producers: {ours: []}",
        "consumers: {ours: {sample: 1}}", "consumers: {tables: [a], dashboards: [b], people: [c], ours: {a: 1}}",
    ]) func `a right value is accepted in a stream and in the defaults`(setting: String) throws {
        let title = "schema_title: t"
        #expect(try problems(["Streams/a.yaml": "a: {\(title), \(setting)}"]) == [])
        #expect(try problems(["Streams/defaults.yaml": setting]) == [])
    }

    @Test func `our own streams and defaults are accepted`() throws {
        let folder = Checkout.file("Streams").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        #expect(names.contains("defaults.yaml"))
        let project = Project(of: folder)
        let streams = try Schema(EditorSchema.schema(ofStreams: project))
        let defaults = try Schema(EditorSchema.schema(ofDefaults: project))
        for name in names {
            let document = try SourceDocument(file: "\(folder)/\(name)")
            #expect((name == "defaults.yaml" ? defaults : streams).findings(in: document.value) == [], "\(name)")
        }
    }

    @Test(.needsCorpus) func `the streams of production are accepted`() throws {
        let response = try JSONValue(parsing: [UInt8](try Data(contentsOf: #require(Suites.productionStreams))))
        #expect(streams.findings(in: try #require(response["streams"])).map(\.instanceLocation) == [])
        let imported = try StreamImport(response: response)
        let files = Dictionary(uniqueKeysWithValues: imported.files.map { ("Streams/\($0.name)", $0.text) })
        #expect(try problems(files) == [])
    }

    @Test func `every attribute, unit, service and operator is offered`() throws {
        let text = EditorSchema.streams.jsonText
        let names =
            ContextualAttribute.builtIn.map(\.name) + SamplingUnit.allCases.map(\.rawValue)
            + CurationOperator.allCases.map(\.rawValue) + Vocabulary.platformServices
        for name in names { #expect(text.contains("\"\(name)\""), "\(name)") }
    }

    @Test func `indented JSON is the same value`() throws {
        let text = IndentedJSON.text(of: EditorSchema.streams)
        #expect(try JSONValue(parsing: Array(text.utf8)) == EditorSchema.streams)
        #expect(
            IndentedJSON.text(of: ["a": [1, 2], "b": [["c": [:]]]]) == """
                {
                  "a": [1,2],
                  "b": [
                    {
                      "c": {}
                    }
                  ]
                }

                """)
    }
}
