import CatalogTestSupport
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct StreamSetComparisonTests {
    @Test func `added, removed and renamed streams are listed first`() throws {
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
            try StreamComparison(before, after).lines == [
                "gone", "  removed: the intake will refuse its events; its schema title was u",
                "fresh",
                "  new stream of v, events go to eventgate-main, from 50 % of devices, with page_id (moderate) and "
                    + "page_title (moderate), only where page_id is greater than 3",
                "renamed",
                "  renamed from old; the settings stay the same. For released apps old is removed: the intake will "
                    + "refuse its events",
                "same", "  the owner is now you; it was not set",
            ])
    }

    @Test(arguments: [
        ("owner: a, description: d", "owner: b, description: d", "the owner changes from a to b"),
        ("owner: a", "owner: b", "the owner changes from a to b"),
        ("owner: a", "owner: a, topics: [x]", "the topics change from those computed from the name to x"),
    ]) func `a stream with another name and other settings is renamed`(before: String, after: String, words: String)
        throws
    {
        func file(_ name: String, _ settings: String) -> [String: String] {
            ["a.yaml": "\(name): {schema_title: t, sample: {unit: session, rate: 0.1}, \(settings)}\n"]
        }
        #expect(
            try StreamComparison(file("old", before), file("new", after)).lines
                == [
                    "new",
                    "  renamed from old; its settings change too. For released apps old is removed: the intake will "
                        + "refuse its events", "  \(words)",
                ])
    }

    @Test(arguments: [
        ("old: {schema_title: t, owner: a}\n", "new: {schema_title: u, owner: a}\n"),
        ("old: {schema_title: t}\n", "new: {schema_title: t, owner: a}\n"),
        ("old: {schema_title: t, description: a, owner: a}\n", "new: {schema_title: t, description: b, owner: a}\n"),
        (
            "old: {schema_title: t, owner: a, x: 1}\nolder: {schema_title: t, owner: a, x: 2}\n",
            "new: {schema_title: t, owner: a, x: 3}\n"
        ),
    ]) func `streams that have little in common are not renamed`(before: String, after: String) throws {
        let kinds = try StreamComparison(["a.yaml": before], ["a.yaml": after]).groups.flatMap(\.changes).map(\.kind)
        #expect(Set(kinds) == [.removed, .added])
    }

    @Test func `a change of the defaults is one group of the streams that it affects`() throws {
        let streams =
            (1...12).map { "s.\($0):\n  schema_title: t\n" }.joined()
            + "own:\n  schema_title: t\n  consumers: {a: {b: x}}\n"
        let comparison = try StreamComparison(
            ["defaults.yaml": "consumers: {a: {b: 1}}\n", "s.yaml": streams],
            ["defaults.yaml": "consumers: {a: {b: 2}}\n", "s.yaml": streams])
        #expect(
            comparison.lines == [
                "12 streams: s.1, s.10, s.11, s.12, s.2, s.3, s.4, s.5, s.6, s.7 and 2 more",
                "  consumers.a.b changes from 1 to 2",
            ])
    }

    @Test func `JSON has each change with its streams, its path and both values`() throws {
        let comparison = try StreamComparison(
            ["a.yaml": "a: {schema_title: t, consumers: {x/y: 1}}\n"],
            ["a.yaml": "a: {schema_title: t, consumers: {x/y: [2]}}\n"])
        #expect(
            JSONValue.object(comparison.json).jsonText
                == #"{"changes":[{"streams":["a"],"kind":"setting","path":"/consumers/x~1y","before":1,"after":[2],"#
                + #""text":"consumers.x/y changes from 1 to 2","consumers":null}]}"#)
    }

    @Test func `a comment of a pull request shows names as they are, without mentions and markup`() throws {
        let comparison = try StreamComparison(
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
        let text = try StreamComparison(
            ["a.yaml": "a:\n  schema_title: t\n"], ["a.yaml": "a:\n  schema_title: t\n\(streams)"]
        ).markdown
        #expect(text.utf8.count < 65_536)
        #expect(text.contains("more; see `eventctl streams diff`"))
    }

    @Test func `nothing changes between a folder and its compiled response, whose owners are unknown`() throws {
        let folder = Checkout.file("Streams").path
        let compiled = CompiledStreams(try StreamCatalog(directory: folder))
        let response = try StreamSnapshot(response: JSONValue(parsing: compiled.text))
        #expect(
            StreamComparison(from: response, to: try StreamSnapshot(directory: folder)).lines == ["No stream changes."])
        #expect(StreamComparison(from: try StreamSnapshot(directory: folder), to: response).isEmpty)
    }

    @Test func `a stream that clients cannot read is listed first`() throws {
        let before = try StreamSnapshot(response: ["streams": ["a": ["schema_title": "t"]]])
        let after = try StreamSnapshot(response: ["streams": ["a": ["schema_title": "t", "topics": "x"]]])
        #expect(
            StreamComparison(from: before, to: after).lines.prefix(2)
                == ["a", "  clients cannot read the stream: topics must be a list, is a string"])
    }

    @Test func `a file that cannot be read is thrown`() throws {
        try withFiles(["a.yaml": "a: ["]) { folder in
            _ = #expect(throws: CatalogError.self) { try StreamSnapshot(directory: folder) }
        }
    }
}
