import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@Suite struct ExampleEventTests {
    /// The example of a stream with these settings of `producers.metrics_platform_client` and a schema.
    private static func example(
        client: String = "{}", properties: String = "", required: String = "$schema, meta", examples: String = "",
        rest: String = ""
    ) throws -> ExampleEvent {
        let schema = """
            title: own
            $id: /own/1.0.0
            type: object
            additionalProperties: false
            required: [\(required)]
            properties:
              $schema: {type: string}
              meta:
                type: object
                required: [dt, stream]
                properties: {stream: {type: string}, dt: {type: string, format: date-time}, id: {type: string}}
            \(properties.isEmpty ? "" : "  " + properties)
            \(examples.isEmpty ? "" : "examples: [\(examples)]")
            \(rest)
            """
        let stream = "a:\n  schema_title: own\n  producers: {metrics_platform_client: \(client)}\n"
        let files = ["Streams/a.yaml": stream, "Schemas/own/1.0.0.yaml": schema]
        return try #require(try StreamDescriptionTests.describe("a", files)?.example)
    }

    @Test func `an example without attributes is the envelope, without what the intake adds`() throws {
        let example = try Self.example()
        #expect(
            example.event == [
                "$schema": "/own/1.0.0", "meta": ["stream": "a", "id": "019b76da-a800-7000-8000-000000000000"],
            ])
        #expect(example.isValid && example.bytes == example.event.jsonText.utf8.count)
    }

    @Test func `the attributes of an example are exactly those that the stream lists and the schema has`() throws {
        let example = try Self.example(
            client: "{provide_values: [page_id, performer_name, mediawiki_skin]}",
            properties: """
                page: {type: object, properties: {id: {type: integer}, title: {type: string}}}
                  performer: {type: object, properties: {name: {type: string}, groups: {type: array}}}
                """,
            examples: "{page: {id: 7, title: T}, performer: {groups: [user]}}")
        #expect(example.event["page"] == ["id": 7])
        #expect(example.event["performer"] == ["name": "Example"])
        #expect(example.notInSchema == [.mediaWikiSkin] && example.isValid)
    }

    @Test func `an attribute that only the schema requires stays, and is named`() throws {
        let example = try Self.example(
            properties: "page: {type: object, required: [id], properties: {id: {type: integer}}}",
            required: "$schema, meta, page")
        #expect(example.event["page"] == ["id": 0] && example.isValid)
        #expect(example.requiredOnly == [.pageID])
    }

    @Test(
        arguments: [
            ("{type: string, format: date-time}", "2026-01-01T00:00:00Z"), ("{type: integer, minimum: 5}", 5),
            ("{type: number, exclusiveMaximum: -2}", -3), ("{enum: [b, a]}", "b"), ("{const: 4}", 4),
            ("{type: string, pattern: '^zebra$'}", "zebra"), ("{type: boolean}", false),
            ("{type: string, minLength: 60}", .string(String(repeating: "a", count: 60))),
            ("{type: array, minItems: 2, items: {type: integer}}", [0, 0]),
            ("{type: object, required: [b], properties: {b: {type: 'null'}}}", ["b": nil]),
            ("{allOf: [{type: string, maxLength: 1}]}", "a"), ("{$ref: '#/definitions/mine'}", "mine"),
            ("{type: string, examples: [written]}", "written"),
            ("{type: string, format: uuid}", "0191f3b2-7c44-4d0e-8a5b-3f64c1d2e907"),
        ] as [(String, JSONValue)])
    func `a required property gets a value that the schema accepts`(property: String, value: JSONValue) throws {
        let example = try Self.example(
            properties: "x: \(property)", required: "$schema, meta, x", rest: "definitions: {mine: {enum: [mine]}}")
        #expect(example.event["x"] == value)
        #expect(example.isValid, "\(example.findings)")
    }

    @Test func `a value that cannot be found leaves findings`() throws {
        let example = try Self.example(
            properties: "x: {type: string, minLength: 5, maxLength: 2}", required: "$schema, meta, x")
        #expect(example.findings.map(\.instanceLocation) == ["/x"])
        #expect(example.refusals.isEmpty)
    }

    /// What an app may write itself refuses no event.
    @Test(
        arguments: [
            ("x: {type: string}", "$schema, meta, x", 0), ("x: {type: string}", "$schema, meta, y", 1),
            ("x: {type: object, required: [y]}", "$schema, meta, x", 0),
        ])
    func `a schema that requires what it forbids refuses every event`(
        properties: String, required: String, count: Int
    ) throws {
        #expect(try Self.example(properties: properties, required: required).refusals.count == count)
    }

    @Test(
        arguments: [
            ("performer_is_logged_in", "{equals: false}", false), ("page_id", "{greater_than: 100}", 101),
            ("page_id", "{in: [7, 8]}", 7), ("page_title", "{equals: Main}", "Main"),
            ("performer_groups", "{contains_all: [a, b], does_not_contain: c}", ["a", "b"]),
            ("performer_groups", "{contains_any: [a, b]}", ["a", "b"]),
            ("performer_registration_dt", "{greater_than: '2030-01-01T00:00:00Z'}", "2030-01-01T00:00:01Z"),
            ("performer_registration_dt", "{less_than: '2020-01-01T00:00:00Z'}", "2019-12-31T23:59:59Z"),
            ("performer_registration_dt", "{greater_than_or_equals: '2030-01-01T00:00:00Z'}", "2030-01-01T00:00:00Z"),
        ] as [(String, String, JSONValue)])
    func `an attribute has a value that curation lets through`(name: String, rule: String, value: JSONValue) throws {
        let description = try StreamDescriptionTests.describe(
            "a",
            [
                "Streams/a.yaml": """
                a:
                  schema_title: analytics/product_metrics/app/base
                  producers:
                    metrics_platform_client: {provide_values: [\(name)], curation: {\(name): \(rule)}}
                """
            ])
        let example = try #require(description?.example)
        let attribute = try #require(ContextualAttribute(name: name))
        #expect(example.event[path: attribute.path] == value)
        #expect(example.isValid && example.passesCuration)
    }

    @Test func `an example that no value brings through curation does not pass it`() throws {
        let example = try Self.example(
            client: "{provide_values: [page_id], curation: {page_id: {less_than: 1, greater_than: 5}}}",
            properties: "page: {type: object, properties: {id: {type: integer}}}")
        #expect(!example.passesCuration)
    }

    @Test func `the sample of the stream is in the event where the schema has the property`() throws {
        let sample = "sample: {type: object, properties: {unit: {type: string}, rate: {type: number}}}"
        #expect(try Self.example(properties: sample).event["sample"] == nil)
        let files = [
            "Streams/a.yaml":
                "a: {schema_title: analytics/product_metrics/app/base, sample: {unit: session, rate: 0.5}}"
        ]
        let example = try #require(try StreamDescriptionTests.describe("a", files)?.example)
        #expect(example.event["sample"] == ["unit": "session", "rate": 0.5] && example.isValid)
    }

    @Test func `every stream of the repository has a valid example that curation lets through`() throws {
        let streams = try StreamFolder(directory: Checkout.file("Streams").path)
        let schemas = try SchemaRepository(roots: [Checkout.file("Schemas").path], isStrict: false)
        for name in streams.names {
            let example = try #require(StreamDescription(of: name, in: streams, schemas)?.example)
            #expect(example.isValid && example.passesCuration, "\(name): \(example.findings) \(example.event)")
            #expect(example.requiredOnly == [], "\(name)")
        }
    }

    @Test(.needsCorpus) func `nearly every real stream with a real schema has a valid example`() throws {
        let corpus = try #require(Suites.productionStreams)
        let roots = [Suites.schemasPrimary, Suites.schemasSecondary].compactMap {
            $0?.appending(path: "jsonschema").path
        }
        let streams = try JSONValue(parsing: [UInt8](Data(contentsOf: corpus)))["streams"]?.object ?? [:]
        try withFiles(["Streams/a.yaml": JSONValue.object(streams).jsonText]) { folder in
            let streams = try StreamFolder(directory: "\(folder)/Streams")
            let schemas = try SchemaRepository(roots: roots, isStrict: false)
            let examples = streams.names.compactMap { name in
                StreamDescription(of: name, in: streams, schemas)?.example.map { (name, $0) }
            }
            let invalid = examples.filter { !$0.1.isValid }
            #expect(examples.count > 60)
            #expect(invalid.isEmpty, "\(invalid.map { "\($0.0): \($0.1.findings) \($0.1.event)" })")
        }
    }
}
