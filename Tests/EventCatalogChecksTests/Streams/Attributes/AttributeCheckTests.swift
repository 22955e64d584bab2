import CatalogTestSupport
import EventCatalog
import Testing

/// The names in `provide_values`, each against the table of attributes, the stream's schema and its clients.
@Suite struct AttributeCheckTests {
    /// A stream of the base schema of apps that lists these attributes, from line 5, column 24.
    private static func stream(_ list: String, schema: String = "analytics/product_metrics/app/base") -> String {
        """
        app.search:
          schema_title: \(schema)
          producers:
            metrics_platform_client:
              provide_values: \(list)

        """
    }

    @Test(
        arguments: [
            ("[page_id, page_title]", []),
            ("[page_idd]", ["unknown-attribute 5:24"]),
            ("[weather]", ["unknown-attribute 5:24"]),
            ("[page_id, page_title, page_id, page_id]", ["repeated-attribute 5:45", "repeated-attribute 5:54"]),
            ("[wether, wether]", ["unknown-attribute 5:24", "repeated-attribute 5:32"]),
            ("[page_namespace]", ["older-attribute-name 5:24"]),
            ("[page_namespace_id, page_namespace]", ["older-attribute-name 5:43"]),
            ("[user_id, 5]", ["older-attribute-name 5:24", "invalid-setting 5:33"]),
            ("[page_is_redirect]", ["attribute-not-in-schema 5:24"]),
            ("[access_method]", ["attribute-not-in-schema 5:24"]),
            ("[device_pixel_ratio]", ["attribute-not-in-schema 5:24"]),
            ("[mediawiki_db_name, mediawiki_skin]", ["older-attribute-name 5:24", "attribute-not-in-schema 5:43"]),
        ] as [(String, [String])])
    func `a name that does not fit is found at its place in the list`(list: String, expected: [String]) throws {
        #expect(try check(["Streams/a.yaml": Self.stream(list)]).map(\.place) == expected)
    }

    @Test func `a name of the defaults is found there`() throws {
        let defaults = "producers:\n  metrics_platform_client:\n    provide_values: [page_idd]\n"
        let stream = "s:\n  schema_title: analytics/product_metrics/app/base\n"
        let found = try check(["Streams/a.yaml": stream, "Streams/defaults.yaml": defaults])
        #expect(found.map(\.place) == ["unknown-attribute 3:22"])
        #expect(found.first?.location.file.hasSuffix("defaults.yaml") == true)
    }

    @Test func `an unknown name has the nearest attribute as its remedy, where one is near`() throws {
        let found = try check(["Streams/a.yaml": Self.stream("[performer_sesion_id, zzz]")])
        #expect(found.first?.remedy == "Did you mean “performer_session_id”?")
        #expect(found.last?.remedy.hasPrefix("Remove it") == true)
    }

    private static let unlike =
        "Remove it, or declare it in Project.yaml if it is your own: the article “Writing a stream” lists the platform's "
        + "attributes."

    @Test(
        arguments: [
            ("MEDIAWIKI_DATABASE", "Did you mean “mediawiki_database”?"),
            ("database", "Did you mean “mediawiki_database”?"),
            ("performer_database", "Did you mean “mediawiki_database”?"),
            ("page_titel", "Did you mean “page_title”?"),
            (
                "'page_id, page_title'", "Write each name as an item of its own: “- page_id”, “- page_title”."
            ),
            ("id", Self.unlike), ("page_importance", Self.unlike),
        ])
    func `the remedy for an unknown name is what was probably meant`(name: String, remedy: String) throws {
        #expect(try check(["Streams/a.yaml": Self.stream("[\(name)]")]).map(\.remedy) == [remedy])
    }

    @Test(
        arguments: [
            ("[mediawiki_db_name]", "mediawiki_database"), ("['page_namespace_text']", "page_namespace_name"),
            ("[user_name]", "performer_name"),
        ])
    func `an older name has the edit to the name of today`(list: String, name: String) throws {
        let edit = try #require(try check(["Streams/a.yaml": Self.stream(list)]).first?.edits.first)
        #expect(edit.replacement == name)
        #expect(list.contains(edit.text))
        #expect(edit.location.line == 5)
    }

    @Test func `an older name beside the name of today has no edit, which would repeat it`() throws {
        let found = try check(["Streams/a.yaml": Self.stream("[page_namespace, page_namespace_id]")])
        #expect(found.map(\.edits) == [[]])
        #expect(found.first?.remedy == "Remove it: page_namespace_id is in the list too.")
    }

    @Test func `mistakes elsewhere in the stream hide no attribute`() throws {
        let broken = Self.stream("[page_idd]") + "  topics: 5\n"
        #expect(try Set(check(["Streams/a.yaml": broken]).map(\.rule.id)) == ["invalid-setting", "unknown-attribute"])
    }

    // MARK: - Schemas

    /// Versions of the schema `a/b` with these properties, closed unless the text says otherwise.
    private static func schemas(_ versions: [String: String]) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: versions.map { version, text in
                ("Schemas/a/b/\(version).yaml", "title: a/b\n$id: /a/b/\(version)\ntype: object\n\(text)\n")
            })
    }

    /// A closed schema with these properties, and those without which it refuses every event.
    private static func closedRoot(_ properties: String...) -> String {
        let all = ["$schema: {type: string, maxLength: 99}", "meta: {type: object}"] + properties
        return "additionalProperties: false\nexamples: [{}]\nproperties: {\(all.joined(separator: ", "))}\n"
    }

    private static let closedPage =
        "properties: {page: {type: object, additionalProperties: false, properties: {id: {type: integer}}}}"

    @Test(
        arguments: [
            ("open object", "[page_title]", ["1.0.0": "properties: {page: {type: object}}"], []),
            ("open root", "[page_title]", ["1.0.0": ""], []),
            ("closed object", "[page_id, page_title]", ["1.0.0": closedPage], ["attribute-not-in-schema 5:33"]),
            ("closed root", "[page_title]", ["1.0.0": closedRoot()], ["attribute-not-in-schema 5:24"]),
            ("in the highest version", "[page_title]", ["1.0.0": closedPage, "1.10.0": ""], []),
            ("in an older version", "[page_title]", ["1.9.0": "", "1.10.0": closedPage], []),
            (
                "in no version", "[page_title]", ["1.0.0": closedPage, "1.1.0": closedPage],
                ["attribute-not-in-schema 5:24"]
            ),
            (
                "through allOf", "[page_id]",
                ["1.0.0": "allOf: [{properties: {page: {properties: {id: {type: integer}}}}}]"], []
            ),
            (
                "by a pattern of names", "[page_id]",
                ["1.0.0": "additionalProperties: false\npatternProperties: {^p: {type: object}}"], []
            ),
            ("text for a number", "[page_id]", ["1.0.0": field("string")], ["attribute-type 5:24"]),
            ("number for a whole number", "[page_id]", ["1.0.0": field("number")], []),
            ("list of types", "[page_id]", ["1.0.0": field("[string, integer]")], []),
            (
                "object that is a text", "[page_id]", ["1.0.0": "properties: {page: {type: string}}"],
                ["attribute-not-in-schema 5:24"]
            ),
            ("alternatives", "[page_id]", ["1.0.0": "anyOf: [\(closedPage), {required: [x]}]"], []),
            (
                "list of numbers", "[performer_groups]",
                ["1.0.0": "properties: {performer: {properties: {groups: {type: array, items: {type: integer}}}}}"],
                ["attribute-type 5:24"]
            ),
            (
                "enumeration", "[agent_app_theme]",
                ["1.0.0": "properties: {agent: {properties: {app_theme: {enum: [x]}}}}"], []
            ),
        ] as [(String, String, [String: String], [String])])
    func `an attribute is found that every version of the schema refuses, and no other`(
        name: String, list: String, versions: [String: String], expected: [String]
    ) throws {
        let files = Self.schemas(versions).merging(["Streams/a.yaml": Self.stream(list, schema: "a/b")]) { $1 }
        #expect(try check(files).map(\.place) == expected, "\(name)")
    }

    private static func field(_ type: String) -> String { "properties: {page: {properties: {id: {type: \(type)}}}}" }

    /// A closed schema with the field of the older name `page_namespace`, or with both.
    private static func closed(_ names: String...) -> String {
        let fields = names.map { "\($0): {type: integer}" }.joined(separator: ", ")
        return "properties: {page: {type: object, additionalProperties: false, properties: {\(fields)}}}"
    }

    @Test(
        arguments: [
            ("[page_namespace]", closed("namespace"), []),
            ("[page_namespace]", closed("namespace", "namespace_id"), ["older-attribute-name 5:24"]),
            ("[page_namespace]", "", ["older-attribute-name 5:24"]),
            ("[page_namespace]", closed("id"), ["attribute-not-in-schema 5:24", "older-attribute-name 5:24"]),
            ("[page_namespace_id]", closed("namespace"), ["attribute-not-in-schema 5:24"]),
            ("[page_namespace, page_namespace_id]", closed("namespace"), ["attribute-not-in-schema 5:40"]),
            ("[page_namespace, page_namespace]", closed("namespace"), ["repeated-attribute 5:40"]),
            ("[user_id, platform]", closedRoot("user: {type: object}", "platform: {type: string}"), []),
        ] as [(String, String, [String])])
    func `an older name is right where the schema has its field and not that of today's name`(
        list: String, schema: String, expected: [String]
    ) throws {
        let files = Self.schemas(["1.0.0": schema]).merging(["Streams/a.yaml": Self.stream(list, schema: "a/b")]) { $1 }
        #expect(try check(files).map(\.place).sorted() == expected.sorted())
    }

    @Test(arguments: [
        ("namespace", []), ("namespace_id", ["older-attribute-name 5:24", "older-attribute-name 6:18"]),
    ])
    func `an older name in curation is right where the schema has its field`(field: String, expected: [String]) throws {
        let stream = Self.stream("[page_namespace]", schema: "a/b") + "      curation: {page_namespace: {equals: 0}}\n"
        let files = Self.schemas(["1.0.0": Self.closed(field)]).merging(["Streams/a.yaml": stream]) { $1 }
        #expect(try check(files).map(\.place) == expected)
    }

    @Test(
        arguments: [
            ("performer_active_browsing_session_token", "active_browsing_session_token", []),
            ("performer_mood", "mood", ["attribute-of-other-clients 5:24"]),
            ("performer_mood", "moods", ["unknown-attribute 5:24"]),
        ] as [(String, String, [String])])
    func `a name whose field the schema has may be an attribute of other clients`(
        name: String, field: String, expected: [String]
    ) throws {
        let schema = "properties: {performer: {type: object, properties: {\(field): {type: string}}}}"
        var files = Self.schemas(["1.0.0": schema, "1.1.0": ""])
        files["Streams/a.yaml"] = Self.stream("[\(name)]", schema: "a/b")
        #expect(try check(files).map(\.place) == expected)
    }

    @Test(arguments: ["meta_stream", "http_method", "sample_rate", "action"])
    func `what the client or the intake writes is not an attribute`(name: String) throws {
        let object = "{type: object, properties: {stream: {}, method: {}, rate: {}}}"
        var files = Self.schemas([
            "1.0.0": "properties: {action: {type: string}, meta: \(object), http: \(object), sample: \(object)}"
        ])
        files["Streams/a.yaml"] = Self.stream("[\(name)]", schema: "a/b")
        #expect(try check(files).map(\.place) == ["unknown-attribute 5:24"])
    }

    @Test func `curation by an attribute of other clients is an error, since this client drops every event`() throws {
        var files = Self.schemas(["1.0.0": "properties: {page: {properties: {mood: {type: string}}}}"])
        files["Streams/a.yaml"] =
            Self.stream("[page_mood]", schema: "a/b") + "      curation: {page_mood: {equals: good}}\n"
        let found = try check(files)
        #expect(found.map(\.place) == ["attribute-of-other-clients 5:24", "unknown-curation-attribute 6:18"])
        #expect(found.last?.problem.contains("of this client, which drops every event of the stream") == true)
    }

    @Test func `a schema of which a version cannot be read says nothing about attributes`() throws {
        var files = Self.schemas(["1.0.0": Self.closedPage, "1.1.0": "properties: 5"])
        files["Streams/a.yaml"] = Self.stream("[page_title]", schema: "a/b")
        #expect(try check(files).map(\.rule.id) == ["invalid-schema"])
    }

    // MARK: - Clients

    @Test(
        arguments: [
            ("agent_client_platform_family: {equals: mobile_browser}", true),
            ("agent_client_platform_family: {equals: app}", false),
            ("agent_client_platform_family: {not_equals: app}", false),
            ("agent_client_platform: {in: [mediawiki_js, mediawiki_php]}", true),
            ("agent_client_platform: {in: [mediawiki_js, ios]}", false),
            ("page_id: {equals: 1}", false),
        ])
    func `curation that only web clients pass makes an attribute of apps a warning`(rule: String, isFound: Bool) throws
    {
        let stream = Self.stream("[page_id, agent_app_theme]") + "      curation:\n        \(rule)\n"
        let expected = isFound ? ["attribute-never-supplied 5:33"] : []
        #expect(try check(["Streams/a.yaml": stream]).map(\.place) == expected)
    }

    @Test func `an attribute of apps that the schema of a web stream refuses is one mistake`() throws {
        let title = "analytics/product_metrics/web/tap"
        let found = try check([
            "Streams/a.yaml": Self.stream("[agent_app_theme]", schema: title),
            "Schemas/\(title)/1.0.0.yaml":
                "title: \(title)\n$id: /\(title)/1.0.0\ntype: object\n" + Self.closedRoot(),
        ])
        #expect(found.map(\.place) == ["attribute-not-in-schema 5:24"])
    }

    @Test func `a schema of the web base makes an attribute of apps a warning`() throws {
        let title = "analytics/product_metrics/web/tap"
        let found = try check([
            "Streams/a.yaml": Self.stream("[agent_app_theme, mediawiki_skin]", schema: title),
            "Schemas/\(title)/1.0.0.yaml": "title: \(title)\n$id: /\(title)/1.0.0\ntype: object\n",
        ])
        #expect(found.map(\.place) == ["attribute-never-supplied 5:24"])
    }
}
