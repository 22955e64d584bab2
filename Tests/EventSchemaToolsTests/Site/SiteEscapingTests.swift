import EventSchema
import Testing

@testable import EventSchemaTools

/// Texts of schemas that could break out of a page, a link or a script.
@Suite struct SiteEscapingTests {
    @Test func `texts and attributes of an element are escaped, and white space stays as it is`() {
        var bytes: [UInt8] = []
        HTML(
            "p", ["title": "\"<'&>\r\u{1}", "id": nil],
            ["a < b && \"c\" > 'd'\n\u{0}\u{7F}", .code("</code>")]
        ).write(into: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                <p title="&quot;&lt;'&amp;&gt;&#13;\u{FFFD}">a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'
                \u{FFFD}\u{FFFD}<code>&lt;/code&gt;</code></p>

                """)
    }

    @Test(
        arguments: [
            "..", "../../etc", "a b", "é/日", "%41", "#x?y", "\u{1}\n", "<script>", "a\\b", "con.html", "~", "'\"`",
            String(repeating: "日", count: 80),
        ])
    func `the page of any title is a path of plain characters inside the folder`(title: String) {
        let path = SiteAddress.page(of: title, version: "1.0.0")
        #expect(path.wholeMatch(of: /schemas\/([A-Za-z0-9_~-]{1,255}\/)*1\.0\.0\.html/) != nil, "\(path)")
    }

    @Test func `different names have different addresses`() {
        let long = String(repeating: "x", count: 300)
        let names = ["a.b", "a~2Eb", "a/b", "a~b", "A", "a", "é", "e\u{301}", "a b", "", long, long + "y"]
        #expect(Set(names.map { SiteAddress.anchor(of: [.name($0)]) }).count == names.count)
        // Some file systems ignore case.
        let pages = names.filter { $0 != "a/b" }.map { SiteAddress.page(of: $0).lowercased() }
        #expect(Set(pages).count == pages.count)
        let parts: [[SchemaField.Step]] = [
            [.name("items")], [.part("items")], [.name("a"), .name("b")], [.name("a.b")], [.name(":items")],
        ]
        #expect(Set(parts.map(SiteAddress.anchor)).count == parts.count)
    }

    @Test func `no text of a schema or a stream becomes markup`() throws {
        let odd = "</script></title><script>alert(1)</script><img src=x onerror='x'>\"'&\u{2028}"
        let text = JSONValue.string(odd).jsonText
        let schema = """
            {"title": \(text), "$id": \(text), "description": \(text), "required": [\(text)],
            "examples": [{\(text): 1}],
            "properties": {\(text): {"type": \(text), "format": \(text), "pattern": \(text), "enum": [\(text)],
            "default": \(text), \(text): \(text), "description": \(text), "$ref": \(text)}}}
            """
        let site = try SiteSample([
            "Schemas/a<script>/1.0.0.json": schema,
            "Schemas/a<script>/1.1.0.json": schema.replacing("\"type\"", with: "\"x\""),
            "Schemas/a<script>/2.0.0.yaml": "<script>: [",
            "Streams/a.yaml": "{\(text): {schema_title: a<script>, description: \(text), owner: \(text)}}",
        ])
        #expect(site.files.keys.filter { $0.hasPrefix("schemas/a~3Cscript~3E/") }.count == 3)
        for (path, page) in site.files where path.hasSuffix(".html") {
            let elements = page.matches(of: /<([a-z0-9]+)/).map { String($0.1) }
            #expect(elements.count { $0 == "script" } == 1 && !elements.contains("img"), "\(path)")
            #expect(page.matches(of: /<\/?[^a-z\/!]/).isEmpty && !page.contains("alert(1)</script>"), "\(path)")
        }
    }

    @Test func `the index of the search is one expression, without ends of lines inside texts`() throws {
        let site = try SiteSample([
            "Schemas/a/1.0.0.yaml": SiteSample.schema("a", #""\u2028\u2029\n": {description: "a\nb\u2028"}"#)
        ])
        let script = try #require(site.files["search-index.js"])
        #expect(script.hasPrefix("var schemaSearchIndex = ") && script.hasSuffix("};\n"))
        #expect(!script.contains("\u{2028}") && !script.contains("\u{2029}"))
        let value = try JSONValue(parsing: script.dropFirst("var schemaSearchIndex = ".count).dropLast(2))
        #expect(value["fields"]?.array?.first?.array?.prefix(3) == ["\u{2028}\u{2029}\n", "any", "a b"])
        #expect(value["titles"] == [["a", "1.0.0", "schemas/a/index.html", ""]])
    }

    @Test func `a field that is the same in several titles is one entry`() throws {
        let site = try SiteSample([
            "Schemas/a/1.0.0.yaml": SiteSample.schema("a", "x: {type: string}"),
            "Schemas/b/1.0.0.yaml": SiteSample.schema("b", "x: {type: string}\ny: {type: string}"),
        ])
        let script = try #require(site.files["search-index.js"])
        #expect(script.contains(#"["x","string","","field-x",[0,1]],"#))
        #expect(script.contains(#"["y","string","","field-y",[1]]"#))
    }
}
