import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

@Suite struct StreamComparisonTests {
    private func comparison(_ before: [String: String], _ after: [String: String]) throws -> StreamComparison {
        let snapshots = try [before, after].map { files in
            try withFiles(files) { folder in try StreamSnapshot(directory: folder, isHistory: true) }
        }
        return StreamComparison(from: snapshots[0], to: snapshots[1])
    }

    /// What the change of one stream's settings, given as YAML in flow style, does.
    private func lines(_ before: String, _ after: String) throws -> [String] {
        let texts = [before, after].map { ["a.yaml": "app.x: {schema_title: t, \($0)}\n"] }
        return Array(try comparison(texts[0], texts[1]).lines.dropFirst())
    }

    @Test(arguments: [
        ("unit: session, rate: 0.1", "unit: session, rate: 0.2", "rises from 10 % to 20 % of sessions"),
        ("unit: device, rate: 1", "unit: device, rate: 0.07", "falls from 100 % to 7 % of devices"),
        (
            "unit: session, rate: 0.1", "unit: device, rate: 0.1",
            "changes from 10 % of sessions to 10 % of devices; other devices are in sample"
        ),
        (
            "unit: session, rate: 0.1", "unit: session, rate: 0.1, salt: x",
            "changes from 10 % of sessions to 10 % of sessions (salt x); other sessions are in sample"
        ),
    ]) func `a change of the sample is said in shares of what is counted`(
        before: String, after: String, words: String
    ) throws {
        #expect(try lines("sample: {\(before)}", "sample: {\(after)}") == ["  sampling \(words)"])
    }

    @Test func `a sample that comes or goes is compared with everybody`() throws {
        let sample = "sample: {unit: session, rate: 0.5}"
        #expect(try lines("", sample) == ["  sampling falls from everybody to 50 % of sessions"])
        #expect(try lines(sample, "") == ["  sampling rises from 50 % of sessions to everybody"])
        let older = "producers: {metrics_platform_client: {sampling: {identifier: session, rate: 0.5}}}"
        #expect(try lines(sample, older) == ["  sample is written differently, with the same effect"])
    }

    private func client(_ settings: String) -> String { "producers: {metrics_platform_client: {\(settings)}}" }

    @Test func `attributes that are collected newly or no longer are named, and from whom`() throws {
        let before = client("provide_values: [page_id, page_title]")
        #expect(
            try lines(before, client("provide_values: [page_id, performer_name, performer_id]")) == [
                "  performer_name and performer_id are now collected from everybody",
                "  page_title is no longer collected",
            ])
        #expect(
            try lines(
                before,
                client("provide_values: [page_id, page_title, performer_name]") + ", sample: {unit: session, rate: 0.1}"
            )
                == [
                    "  performer_name is now collected from 10 % of sessions",
                    "  sampling falls from everybody to 10 % of sessions",
                ])
        #expect(
            try lines(
                before, client("provide_values: [page_id, page_title, performer_id], curation: {page_id: {equals: 1}}")
            )
            .first == "  performer_id is now collected from everybody, where curation lets events pass")
    }

    @Test func `an attribute under its older name, or in another place, is the same`() throws {
        #expect(
            try lines(
                client("provide_values: [page_namespace, page_id]"),
                client("provide_values: [page_id, page_namespace_id]"))
                == ["  producers.metrics_platform_client.provide_values is written differently, with the same effect"])
    }

    @Test(arguments: [
        ("", "page_id: {less_than: 5}", "events are now collected only where page_id is less than 5"),
        (
            "page_id: {less_than: 5}", "page_id: {less_than: 6}",
            "the condition “page_id is less than 5” is now “page_id is less than 6”"
        ),
        (
            "page_id: {less_than: 5}", "",
            "the condition “page_id is less than 5” is gone, so that more events are collected"
        ),
        ("", "page_id: {}", "events are now collected only where page_id has a value"),
        (
            "", "performer_groups: {contains_any: [a, b]}",
            "events are now collected only where performer_groups contains any of a, b"
        ),
        (
            "page_id: {not_in: [1, 2]}", "page_id: {in: [1, 2]}",
            "events are now collected only where page_id is one of 1, 2"
        ),
    ]) func `a change of curation is said as conditions`(before: String, after: String, words: String) throws {
        let provided = "provide_values: [page_id, performer_groups]"
        let found = try lines(client("\(provided), curation: {\(before)}"), client("\(provided), curation: {\(after)}"))
        #expect(found.first == "  \(words)")
    }

    @Test(arguments: [
        ("schema_title: b", "the schema title changes from t to b"),
        ("topics: [a, b]", "the topics change from those computed from the name to a, b"),
        ("topic_prefixes: [p.]", "the prefixes of the topics change from none to p."),
        ("canary_events_enabled: true", "canary events are now sent"),
        ("canary_events_enabled: false", "canary_events_enabled is now false; it was not set"),
        ("owner: me", "the owner is now me; it was not set"),
        ("consumers: {x: {job_name: b}}", "consumers.x.job_name is now b; it was not set"),
        ("message_key_fields: {}", "message_key_fields is now []; it was not set"),
    ]) func `other settings are named with their values`(setting: String, words: String) throws {
        let before = ["a.yaml": "app.x: {schema_title: t}\n"]
        let title = setting.hasPrefix("schema_title") ? "" : "schema_title: t, "
        #expect(try comparison(before, ["a.yaml": "app.x: {\(title)\(setting)}\n"]).lines == ["app.x", "  \(words)"])
    }

    @Test func `canary events that were sent are no longer sent`() throws {
        #expect(
            try lines("canary_events_enabled: true", "canary_events_enabled: false") == [
                "  canary events are no longer sent"
            ])
    }

    @Test func `null is no setting, and numbers are compared by value`() throws {
        #expect(
            try comparison(
                ["a.yaml": "a: {schema_title: t, x: null, consumers: {y: 1.0}}\n"],
                ["a.yaml": "a: {schema_title: t, consumers: {y: 1}}\n"]
            ).isEmpty)
    }

    @Test func `streams that come, go or have another name are said first`() throws {
        let stream = "schema_title: t\n  sample: {unit: session, rate: 0.1}\n  owner: me"
        let before = ["a.yaml": "old:\n  \(stream)\ngone:\n  schema_title: u\nsame:\n  schema_title: t\n"]
        let after = [
            "b.yaml": """
            renamed:
              \(stream)
            same:
              schema_title: t
              owner: you
            fresh:
              schema_title: v
              destination_event_service: eventgate-main
              sample: {unit: device, rate: 0.5}
              producers:
                metrics_platform_client:
                  provide_values: [page_id, page_title]
                  curation: {page_id: {greater_than: 3}}
            """
        ]
        #expect(
            try comparison(before, after).lines == [
                "gone", "  removed: the intake will refuse its events; its schema title was u",
                "fresh",
                "  new stream of v, events go to eventgate-main, from 50 % of devices, with page_id and page_title, "
                    + "only where page_id is greater than 3",
                "renamed", "  renamed from old; the settings stay the same",
                "same", "  the owner is now you; it was not set",
            ])
    }

    @Test func `a change of the defaults is one group of the streams that it affects`() throws {
        let streams =
            (1...12).map { "s.\($0):\n  schema_title: t\n" }.joined()
            + "own:\n  schema_title: t\n  consumers: {a: {b: x}}\n"
        let comparison = try comparison(
            ["defaults.yaml": "consumers: {a: {b: 1}}\n", "s.yaml": streams],
            ["defaults.yaml": "consumers: {a: {b: 2}}\n", "s.yaml": streams])
        #expect(
            comparison.lines == [
                "12 streams: s.1, s.10, s.11, s.12, s.2, s.3, s.4, s.5, s.6, s.7 and 2 more",
                "  consumers.a.b changes from 1 to 2",
            ])
    }

    @Test func `JSON has each change with its streams, its path and both values`() throws {
        let comparison = try comparison(
            ["a.yaml": "a: {schema_title: t, consumers: {x/y: 1}}\n"],
            ["a.yaml": "a: {schema_title: t, consumers: {x/y: [2]}}\n"])
        #expect(
            JSONValue.object(comparison.json).jsonText
                == #"{"changes":[{"streams":["a"],"kind":"setting","path":"/consumers/x~1y","before":1,"after":[2],"#
                + #""text":"consumers.x/y changes from 1 to 2"}]}"#)
    }

    @Test func `a comment of a pull request shows names as they are, without mentions and markup`() throws {
        let comparison = try comparison(
            ["a.yaml": "a_b*c:\n  schema_title: t\n"],
            ["a.yaml": "a_b*c:\n  schema_title: t\n  owner: '@team <b> #5 `x` |'\nnew:\n  schema_title: u\n"])
        #expect(
            comparison.markdown == """
                ### Streams

                1 new, 1 changed

                **new**

                - new stream of u, events go to the default intake, from everybody

                **a\\_b\\*c**

                - the owner is now @<!-- -->team &lt;b&gt; #<!-- -->5 \\`x\\` \\|; it was not set

                """)
    }

    @Test func `a comment is no longer than a pull request takes`() throws {
        let streams = (0..<2000).map { "stream.\($0):\n  schema_title: title/\($0)\n" }.joined()
        let text = try comparison(
            ["a.yaml": "a:\n  schema_title: t\n"], ["a.yaml": "a:\n  schema_title: t\n\(streams)"]
        ).markdown
        #expect(text.utf8.count < 65_536)
        #expect(text.contains("more; see `eventctl streams diff`"))
    }

    @Test func `nothing changes between a folder and its compiled response, whose owners are unknown`() throws {
        let folder = Checkout.file("Streams").path
        let compiled = CompiledStreams(try StreamCatalog(directory: folder, schemas: nil))
        let response = try StreamSnapshot(response: JSONValue(parsing: compiled.text))
        #expect(
            StreamComparison(from: response, to: try StreamSnapshot(directory: folder)).lines == ["No stream changes."])
        #expect(StreamComparison(from: try StreamSnapshot(directory: folder), to: response).isEmpty)
    }

    @Test func `a stream that clients cannot read is said first`() throws {
        let before = try StreamSnapshot(response: ["streams": ["a": ["schema_title": "t"]]])
        let after = try StreamSnapshot(response: ["streams": ["a": ["schema_title": "t", "topics": "x"]]])
        #expect(
            StreamComparison(from: before, to: after).lines.prefix(2)
                == ["a", "  clients cannot read the stream: topics must be a list, is a string"])
    }

    @Test func `errors of the folder of today are thrown, those of the past only for files that cannot be read`() throws
    {
        try withFiles(["a.yaml": "a: {schema_title: t, sampel: 1}\n"]) { folder in
            #expect(throws: CatalogError.self) { try StreamSnapshot(directory: folder) }
            let history = try StreamSnapshot(directory: folder, isHistory: true)
            #expect(history.streams.count == 1)
        }
        try withFiles(["a.yaml": "a: ["]) { folder in
            _ = #expect(throws: CatalogError.self) { try StreamSnapshot(directory: folder, isHistory: true) }
        }
    }
}
