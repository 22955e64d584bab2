import CatalogTestSupport
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

@Suite struct CompiledStreamsTests {
    private func compiled(_ files: [String: String]) throws -> String {
        try withFiles(files) { folder in
            String(decoding: CompiledStreams(try StreamCatalog(directory: folder)).text, as: UTF8.self)
        }
    }

    @Test func `settings of the defaults come first, then the stream's own, then stream and topics`() throws {
        let text = try compiled([
            "defaults.yaml": """
            topic_prefixes: [eqiad., codfw.]
            canary_events_enabled: true
            consumers:
              hive: {enabled: true, size: medium}
            owner: nobody
            """,
            "a.yaml": """
            a.b:
              schema_title: t
              description: For authors.
              consumers:
                hive: {job: x, size: large}
              canary_events_enabled: false
            """,
        ])
        #expect(
            text == #"{"streams":{"a.b":{"topic_prefixes":["eqiad.","codfw."],"canary_events_enabled":false,"#
                + #""consumers":{"hive":{"enabled":true,"size":"large","job":"x"}},"schema_title":"t","stream":"a.b","#
                + #""topics":["eqiad.a.b","codfw.a.b"]}}}"# + "\n")
    }

    @Test func `lists replace, null stays, nested empty maps are lists, and own topics are left as they are`() throws {
        let text = try compiled([
            "defaults.yaml": "topic_prefixes: [a., b.]\n",
            "a.yaml": "x:\n  schema_title: t\n  topic_prefixes: [c.]\n  consumers: {a: {}, b: [], c: {d: {}}}\n",
            "b.yaml": "y:\n  schema_title: t\n  topic_prefixes: null\n  topics: [z]\n",
        ])
        #expect(
            text == #"{"streams":{"x":{"topic_prefixes":["c."],"schema_title":"t","#
                + #""consumers":{"a":[],"b":[],"c":{"d":[]}},"stream":"x","topics":["c.x"]},"#
                + #""y":{"topic_prefixes":null,"schema_title":"t","topics":["z"],"stream":"y"}}}"# + "\n")
    }

    @Test func `the topic of a pattern has the prefixes in front`() throws {
        let text = try compiled(["a.yaml": "'/^a\\.b/':\n  schema_title: t\n  topic_prefixes: [p.]\n"])
        #expect(text.contains(#""stream":"/^a\\.b/","topics":["/^(p\\.)a\\.b/"]"#))
    }

    @Test(arguments: [
        ("a/b", #""a/b""#), ("é日😀", #""é日😀""#), ("<&>'", #""<&>'""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
        ("\u{8}\u{C}\u{1}\n\r\t", #""\b\f\u0001\n\r\t""#), (#"\u0008"#, #""\\u0008""#), (#"\"#, #""\\""#),
        ("\u{7F}", "\"\u{7F}\""),
    ]) func `text is escaped as PHP does it for the API`(string: String, json: String) {
        #expect(String(decoding: APIText.bytes(of: .string(string)), as: UTF8.self) == json + "\n")
    }

    @Test func `numbers keep the digits of the author`() throws {
        let text = try compiled(["a.yaml": "a:\n  schema_title: t\n  sample: {unit: session, rate: 0.10}\n"])
        #expect(text.contains(#""rate":0.10}"#))
    }

    @Test func `our own streams compile to what the intake responds with`() throws {
        let catalog = try StreamCatalog(directory: Checkout.file("Streams").path)
        let compiled = try JSONValue(parsing: CompiledStreams(catalog).text)
        let served = StreamConfigurationsRequest().response(from: catalog.configurations).body
        #expect(compiled.jsonText == served.jsonText)
        #expect(try StreamConfigurations(response: compiled).names == catalog.configurations.names)
        #expect(CompiledStreams(catalog).text.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    }
}
