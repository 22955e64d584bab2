import EventSchema
import EventStreams
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// Mistakes of a project that were not found, or had a remedy that did not help.
@Suite struct ProjectMistakesTests {
    private static let stream = "app.search:\n  schema_title: analytics/product_metrics/app/base\n"

    private static func findings(_ files: [String: String]) throws -> [CatalogFinding] {
        try withProject(files) { try $0.report().findings.filter { $0.severity > .note } }
    }

    private static func rules(_ files: [String: String]) throws -> [String] {
        try findings(files).map(\.rule.id)
    }

    @Test(arguments: ["'fraud-intake '", "\"fraud\\u200Bintake\"", "fraud intake"])
    func `a blank or an invisible character in the name of a service is found there, and not suggested`(
        name: String
    ) throws {
        let project = "destinations: {\(name): {production: 'https://a.example.org/e'}}\n"
        let found = try Self.findings([
            "Project.yaml": project, "Streams/a.yaml": Self.stream + "  destination_event_service: fraud-intake\n",
        ])
        #expect(found.map(\.rule.id) == ["invalid-project"], "\(found)")
        #expect(found.first?.remedy == "Write a text such as “shop-intake”.")
    }

    @Test func `an attribute with a name that none can have is not suggested`() throws {
        let attributes = "attributes: {9cart_items: {field: cart.items, type: integer, sensitivity: low}}\n"
        let curation = "  producers: {metrics_platform_client: {curation: {cart_items: {greater_than: 1}}}}\n"
        let found = try Self.findings(["Project.yaml": attributes, "Streams/a.yaml": Self.stream + curation])
        #expect(found.map(\.rule.id).contains("invalid-project"))
        #expect(found.allSatisfy { !$0.remedy.contains("9cart_items") }, "\(found)")
    }

    @Test(arguments: [
        ("production", "http://a.example.org/e", ["unencrypted-destination"]),
        ("Prod", "http://a.example.org/e", ["unencrypted-destination"]),
        ("production", "https://a.example.org/e", []), ("production", "http://localhost:8192/e", []),
        ("production", "http://127.0.0.1/e", []), ("development", "http://a.example.org/e", []),
    ])
    func `events of production go over https`(environment: String, url: String, expected: [String]) throws {
        let project = "destinations: {a: {\(environment): '\(url)'}}\n"
        #expect(try Self.rules(["Project.yaml": project, "Streams/a.yaml": Self.stream]) == expected)
    }

    @Test(arguments: [
        ("Experiment/a.yaml", ["unread-file"]), ("Schema/a/1.0.0.yaml", ["unread-file"]),
        ("experiment/a.yaml", ["unread-file"]), ("Experiment/main.swift", []), ("Tests/a.yaml", []),
    ])
    func `a folder with almost the name of one that is read is found`(path: String, expected: [String]) throws {
        let files = ["Project.yaml": "links: {}\n", "Streams/a.yaml": Self.stream, path: "a: 1\n"]
        #expect(try Self.rules(files) == expected)
    }

    @Test func `a character of an owner that nobody sees is found`() throws {
        let found = try Self.findings(["Streams/a.yaml": Self.stream + "  owner: \"shop\\u200B\"\n"])
        #expect(found.map(\.rule.id) == ["invisible-character"])
        #expect(found.first?.problem == "The owner has the invisible character \\u{200b}.")
    }

    @Test func `a file of another form says what it must have`() throws {
        let found = try Self.findings(["Project.yaml": "- a\n", "Streams/a.yaml": Self.stream])
        #expect(
            found.map(\.problem).first?.hasPrefix("The file must have the settings of a project, by name; it is ")
                == true)
    }

    // MARK: - Curation

    /// The findings in a stream that is curated on `cart_value`, a number, and `cart_items`, a list.
    private static func curated(_ rule: String) throws -> [CatalogFinding] {
        let project = """
            attributes:
              cart_value: {field: cart.value, type: number, sensitivity: low}
              cart_items: {field: cart.items, type: list, sensitivity: low}

            """
        let schema = """
            title: shop/cart
            $id: /shop/cart/1.0.0
            type: object
            properties:
              meta: {type: object, properties: {stream: {type: string}, dt: {type: string}}}
              cart:
                type: object
                properties:
                  value: {type: number, minimum: 0, maximum: 1000000}
                  items: {type: array, maxItems: 20, items: {type: string, maxLength: 9}}

            """
        let stream = """
            shop.cart:
              schema_title: shop/cart
              producers:
                metrics_platform_client:
                  provide_values: [cart_value, cart_items]
                  curation: {\(rule)}

            """
        return try withProject([
            "Project.yaml": project, "Schemas/shop/cart/1.0.0.yaml": schema, "Streams/a.yaml": stream,
        ]) { try $0.report().findings.filter { $0.location.file.hasSuffix("/a.yaml") } }
    }

    private static func list(_ count: Int) -> String { "[\((0..<count).map { "a\($0)" }.joined(separator: ", "))]" }

    @Test(arguments: [
        ("cart_value: {greater_than: 1e30}", ["curation-never-passes"]),
        ("cart_value: {greater_than: 12345678901234567890}", ["curation-never-passes"]),
        ("cart_value: {less_than: -1e30}", ["curation-never-passes"]),
        ("cart_value: {less_than: 1e30}", ["curation-always-passes"]),
        ("cart_value: {greater_than: 5, less_than: 1e30}", ["curation-always-passes"]),
        ("cart_items: {contains_all: \(list(25))}", ["curation-never-passes"]),
        ("cart_items: {contains_all: \(list(20))}", []),
        ("cart_items: {contains_any: \(list(25))}", []),
        ("cart_items: {contains_all: \(list(20)), contains: b}", ["curation-never-passes"]),
    ])
    func `operands beyond the limits of a schema are compared exactly`(rule: String, expected: [String]) throws {
        #expect(try Self.curated(rule).map(\.rule.id) == expected)
    }

    @Test func `a comma in a number is said to be one`() throws {
        let found = try Self.curated("cart_value: {greater_than: 1,000}")
        #expect(found.map(\.remedy) == ["Write the number without a comma, such as 1000."], "\(found)")
    }

    // MARK: - Schemas and experiments

    @Test func `a stream of a fragment is found`() throws {
        let schema = "title: fragment/a\n$id: /fragment/a/1.0.0\ntype: object\n"
        let files = [
            "Schemas/fragment/a/1.0.0.yaml": schema, "Streams/a.yaml": "app.a:\n  schema_title: fragment/a\n",
        ]
        #expect(try Self.rules(files) == ["fragment-of-stream"])
    }

    @Test func `groups with weights are said to have equal shares`() throws {
        let experiment = RuleExample.experiment(["groups": "[{name: control, weight: 1}, {name: new, weight: 2}]"])
        let found = try Self.findings(experiment.files)
        #expect(found.contains { $0.remedy.hasSuffix("all groups have equal shares.") }, "\(found)")
    }
}
