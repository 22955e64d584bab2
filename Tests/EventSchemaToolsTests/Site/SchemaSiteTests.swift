import CatalogTestSupport
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// What the pages of a site have.
@Suite struct SchemaSiteTests {
    private static let page = "schemas/app/tap/index.html"

    @Test func `a site has an index, a page for each version, and the newest at an address of its own`() throws {
        let site = try SiteSample([
            "Schemas/app/tap/1.9.0.yaml": SiteSample.schema("app/tap", "1.9.0", "a: {type: string}"),
            "Schemas/app/tap/1.10.0.yaml": SiteSample.schema("app/tap", "1.10.0", "b: {type: string}"),
        ])
        #expect(
            site.files.keys.sorted() == [
                "index.html", "schemas/app/tap/1.10.0.html", "schemas/app/tap/1.9.0.html", Self.page, "script.js",
                "search-index.js", "style.css",
            ])
        #expect(site.text(Self.page).contains("Version 1.10.0, the newest of 2 versions."))
        #expect(site.files[Self.page] == site.files["schemas/app/tap/1.10.0.html"])
        #expect(
            site.text("schemas/app/tap/1.9.0.html").contains("This is version 1.9.0. The newest is version 1.10.0 ."))
        #expect(site.text("index.html").contains("app Schema Newest Versions Streams Description tap 1.10.0 2 0"))
    }

    @Test func `a version lists what it changed, each change with its verdict`() throws {
        let site = try SiteSample([
            "Schemas/app/tap/1.0.0.yaml": SiteSample.schema("app/tap", "1.0.0", "a: {type: string}"),
            "Schemas/app/tap/2.0.0.yaml": SiteSample.schema(
                "app/tap", "2.0.0", "a: {type: string, maxLength: 3}\nb: {type: integer}"),
        ])
        let text = site.text(Self.page)
        #expect(text.contains("breaking : a may now have only 3 characters"), "\(text)")
        #expect(text.contains("compatible : b is new"), "\(text)")
        #expect(text.contains("The first version that is here."))
        #expect(!text.contains("$id changes"))
    }

    @Test(arguments: [true, false])
    func `a field has the attribute of the project that fills it, and a stream the URLs of its service`(
        hasStreams: Bool
    ) throws {
        let stream = "app.tap: {schema_title: app/tap, destination_event_service: shop}\n"
        let site = try SiteSample(
            [
                "Schemas/app/tap/1.0.0.yaml": SiteSample.schema(
                    "app/tap", "shop: {type: object, properties: {size: {type: integer}, other: {type: string}}}"),
                "Project.yaml": """
                attributes:
                  basket_size:
                    field: shop.size
                    type: integer
                    sensitivity: moderate
                    sensitivity_reason: Few have many.
                    description: How many things there are.
                destinations: {shop: {production: 'https://shop.example.org', test: 'http://localhost'}}

                """,
            ].merging(hasStreams ? ["Streams/a.yaml": stream] : [:]) { $1 })
        let text = site.text(Self.page)
        let attribute = "the contextual attribute basket_size (moderate) How many things there are. Few have many."
        #expect(text.components(separatedBy: attribute).count == 2, "\(text)")
        let destination = "Destination shop (production https://shop.example.org, test http://localhost)"
        #expect(text.contains(destination) == hasStreams, "\(text)")
    }

    @Test func `a schema names its streams, who is in sample, and the attributes that clients add`() throws {
        let site = try SiteSample([
            "Schemas/app/tap/1.0.0.yaml": SiteSample.schema("app/tap", "a: {type: string}"),
            "Streams/a.yaml": """
            app.tap:
              schema_title: app/tap
              description: Taps.
              sample: {unit: session, rate: 0.25}
              producers: {metrics_platform_client: {provide_values: [page_id, agent_app_theme]}}
            app.other: {schema_title: app/other}
            """,
        ])
        let text = site.text(Self.page)
        #expect(text.contains("app.tap Taps. Who is in sample about 1 in 4 sessions"), "\(text)")
        #expect(text.contains("Attributes that clients add page_id, agent_app_theme"), "\(text)")
        #expect(!text.contains("app.other"))
        #expect(site.text("index.html").contains("Streams whose schema is not here app.other , of app/other"))
        #expect(site.text("index.html").contains("tap 1.0.0 1 1"))
    }

    @Test func `fields say which fragment they are from, and each links to the other`() throws {
        let current = SiteSample.schema(
            "app/tap", "1.0.0", "own: {type: string}", "allOf:\n  - $ref: /part/1.0.0#\n")
        let site = try SiteSample([
            "Schemas/part/1.0.0.yaml": SiteSample.schema(
                "part", "meta: {type: object, properties: {id: {type: string}}}"),
            "Schemas/app/tap/current.yaml": current,
            "Schemas/app/tap/1.0.0.yaml": SiteSample.schema(
                "app/tap", "own: {type: string}\nmeta: {type: object, properties: {id: {type: string}}}"),
        ])
        let text = site.text(Self.page)
        #expect(text.contains("own string meta object from /part/1.0.0 1 part of meta"), "\(text)")
        #expect(text.contains("Made with /part/1.0.0"), "\(text)")
        #expect(text.components(separatedBy: "from /part/1.0.0").count == 2, "only the outermost field says it")
        #expect(site.files[Self.page]?.contains(#"<a href="../../../schemas/part/1.0.0.html">"#) == true)
        #expect(site.text("schemas/part/index.html").contains("made with this one /app/tap/1.0.0 with 1.0.0"))
    }

    @Test func `a title without versions shows its current file`() throws {
        let site = try SiteSample([
            "Schemas/app/tap/current.yaml": SiteSample.schema("app/tap", "a: {type: string}")
        ])
        #expect(site.text(Self.page).contains("No version has been released; this is the current file."))
        #expect(site.files["schemas/app/tap/current.html"] == nil)
        #expect(site.text("index.html").contains("tap current 0 0"))
    }

    @Test(arguments: ["title: [\n", "- a\n", "text\n", "\u{0}"])
    func `a schema that cannot be read is a finding and a note, and the rest is there`(text: String) throws {
        let site = try SiteSample([
            "Schemas/app/tap/1.0.0.yaml": SiteSample.schema("app/tap", "a: {type: string}"),
            "Schemas/app/tap/1.1.0.yaml": text, "Schemas/app/pull/1.0.0.yaml": text,
        ])
        #expect(site.findings.count == 2)
        #expect(site.findings.allSatisfy { $0.hasPrefix("/Schemas/app/") }, "\(site.findings)")
        #expect(site.text(Self.page).contains("What could not be read app/tap/1.1.0.yaml:"))
        #expect(site.text("schemas/app/pull/index.html").contains("No file of this schema can be read."))
        #expect(site.text("index.html").contains("What could not be read app/pull : 1 mistake app/tap : 1 mistake"))
    }

    @Test func `the same files give the same bytes, wherever they lie`() throws {
        let files = [
            "Schemas/b/1.0.0.yaml": SiteSample.schema("b", "x: {type: string}\ny: {type: string}"),
            "Schemas/a/1.0.0.yaml": SiteSample.schema("a", "x: {type: string}"), "Schemas/a/1.1.0.yaml": "title: [",
            "Streams/s.yaml": "s2: {schema_title: a}\ns1: {schema_title: a}\n",
        ]
        #expect(try SiteSample(files).files == SiteSample(files).files)
    }

    @Test func `of a version that two repositories have, that of the first is shown`() throws {
        let files = [
            "1/a/1.0.0.yaml": SiteSample.schema("a", "first: {type: string}"),
            "2/a/1.0.0.yaml": SiteSample.schema("a", "second: {type: string}"),
            "2/a/1.1.0.yaml": SiteSample.schema("a", "1.1.0", "third: {type: string}"),
        ]
        try withFiles(files) { folder in
            let site = try SchemaSite(schemaRoots: ["\(folder)/1", "\(folder)/2"])
            let page = site.files.first { $0.path == "schemas/a/1.0.0.html" }?.bytes ?? []
            #expect(String(decoding: page, as: UTF8.self).contains("<code>first</code>"))
            #expect(site.summary == "1 title, 2 versions, 0 streams")
        }
    }

    @Test func `a folder without schemas is an error`() throws {
        #expect(throws: CatalogError.self) { try SiteSample(["Schemas/notes.txt": "x"]) }
        #expect(throws: CatalogError.self) { try SchemaSite(schemaRoots: ["/no/such/folder"]) }
    }

    @Test(.needsCorpus)
    func `both repositories of the corpus have a page for each version`() throws {
        let roots = [Suites.schemasSecondary, Suites.schemasPrimary].compactMap { $0?.path }
        let site = try SchemaSite(schemaRoots: roots)
        #expect(site.findings.filter { $0.rule.severity == .error }.isEmpty)
        #expect(site.files.count { $0.path.hasSuffix("index.html") } == 74)
        #expect(site.files.count { $0.path.hasSuffix("0.html") || $0.path.wholeMatch(of: /.*\d\.html/) != nil } == 151)
    }

    @Test func `a version that is a link to a file outside of the repository is not published`() throws {
        let secret = SiteSample.schema("app/tap", "secret: {type: string}")
        let files = [
            "outside.yaml": secret, "Schemas/app/tap/1.1.0.yaml": SiteSample.schema("app/tap", "1.1.0", "a: {}"),
        ]
        try withFiles(files) { folder in
            for name in ["1.0.0", "current"] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/Schemas/app/tap/\(name).yaml", withDestinationPath: "../../../outside.yaml")
            }
            // A link within the repository stays.
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/Schemas/app/tap/1.2.0.yaml", withDestinationPath: "1.1.0.yaml")
            let site = try SchemaSite(schemaRoots: ["\(folder)/Schemas"])
            #expect(!site.files.contains { String(decoding: $0.bytes, as: UTF8.self).contains("secret") })
            #expect(site.findings.map(\.rule) == [.unreadFile, .unreadFile])
            #expect(site.summary == "1 title, 2 versions, 0 streams")
        }
    }
}
