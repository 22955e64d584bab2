import EventSchema
import Testing

@testable import EventSchemaTools

@Suite struct SchemaDifferencesTests {
    private func differences(_ old: String, _ new: String) throws -> SchemaDifferences {
        SchemaDifferences([
            SchemaDifference(
                "a/b", old: ("1.0.0", try JSONValue(parsing: old)), new: ("1.1.0", try JSONValue(parsing: new))),
            SchemaDifference("a/c", old: nil, new: ("1.0.0", [:])),
            SchemaDifference("a/d", old: ("2.0.0", [:]), new: nil),
            SchemaDifference("a/e", old: ("2.0.0", [:]), new: ("2.0.0", [:])),
        ])
    }

    @Test func `added, removed and changed schemas are listed by title`() throws {
        let found = try differences(#"{"$id": "1"}"#, #"{"$id": "2", "properties": {"x": {}}}"#)
        #expect(
            found.lines == [
                "a/b 1.0.0 → 1.1.0", "  compatible           `x` is new", "a/c 1.0.0 is new",
                "a/d is gone; its last version was 2.0.0",
            ])
        #expect(SchemaDifferences([]).lines == ["No schema changes."])
    }

    @Test func `names in Markdown bring no markup, and end no cell`() throws {
        let markdown = try differences(
            #"{"title": "a", "properties": {}}"#,
            #"{"title": "<b> @me | *c*", "properties": {"a`|<i>": {"enum": ["`", "x"]}}}"#
        ).markdown
        #expect(markdown.contains("| breaking | the title is now &lt;b&gt; @<!-- -->me \\| \\*c\\* (a before) |"))
        #expect(markdown.contains("| compatible | `a'\\|<i>` is new |"))
    }

    @Test func `JSON has every change with its pointer and both values`() throws {
        let json = try differences(
            #"{"properties": {"x/y": {"maxLength": 1}}}"#, #"{"properties": {"x/y": {"maxLength": 2}}}"#
        ).json
        #expect(
            json["schemas"]?.array?.first?["changes"] == [
                [
                    "kind": "limit_loosened", "verdict": "compatible", "level": "minor", "property": "x/y",
                    "path": "/properties/x~1y/maxLength", "old": 1, "new": 2,
                    "text": "`x/y` may now have 2 characters (1 before)",
                ]
            ])
    }
}
