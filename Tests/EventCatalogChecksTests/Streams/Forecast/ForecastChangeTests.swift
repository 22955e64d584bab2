import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Testing

@Suite struct ForecastChangeTests {
    private static let files = [
        "Streams/defaults.yaml": "sample: {unit: device, rate: 0.5}\n",
        "Streams/a.yaml": """
        app.search: {schema_title: analytics/product_metrics/app/base}
        app.curated:
          schema_title: analytics/product_metrics/app/base
          producers: {metrics_platform_client: {provide_values: [page_id], curation: {page_id: {less_than: 5}}}}
        app.broken: {topics: no list}
        """,
        "Changed/a.yaml": "app.search: {schema_title: analytics/product_metrics/app/base}\n",
        "change.yaml": "app.search:\n  schema_title: none\n  sample: {rate: 0.1}\n",
        "Misspelt/a.yaml": "app.search: {schema_title: t, sample: {unit: sesion}}\n",
        "misspelt.yaml": "app.search: {sample: {unit: sesion}}\n",
        "rate.yaml": "app.curated: {sample: {rate: 0.1}}\n",
        "null.yaml": "app.curated: {producers: {metrics_platform_client: {curation: null}}}\n",
        "change.json": #"{"app.search": {"sample": {"unit": "session", "rate": 0.2}}}"#,
    ]

    private static func lines(_ stream: String, change: String?) throws -> [String] {
        try withFiles(files) { folder in
            try StreamFolder(directory: "\(folder)/Streams").forecast(
                stream, ForecastScenario(clients: 3), schemas: SchemaRepository(roots: []), shares: .none,
                change: change.map { files[$0].map(content) ?? .streams("\(folder)/\($0)") }
            ).lines
        }
    }

    /// The change in the content of a file.
    private static func content(_ text: String) -> ForecastChange {
        .settings(Array(text.utf8), file: "standard input")
    }

    @Test(
        arguments: [
            ("Changed", "changed: everybody"), ("change.yaml", "changed: about 1 in 10 devices"),
            ("change.json", "changed: about 1 in 5 sessions"), ("Streams", "changed: about 1 in 2 devices"),
        ])
    func `a change is another folder, or a file whose streams have the defaults of the folder`(
        change: String, line: String
    ) throws {
        #expect(try Self.lines("app.search", change: change).contains { $0.hasPrefix(line) })
    }

    @Test func `a file changes the settings that it has, and the others stay`() throws {
        let lines = try Self.lines("app.curated", change: "rate.yaml")
        #expect(lines.contains { $0.hasPrefix("changed: about 1 in 10 devices") })
        #expect(!lines.contains { $0.contains("bytes are unknown") })
        func curated(_ lines: [String]) -> Int { lines.filter { $0.contains("page_id is less than 5") }.count }
        #expect(curated(lines) == 2)
        #expect(curated(try Self.lines("app.curated", change: "null.yaml")) == 1)
    }

    @Test func `the bytes are unknown without a schema of the title`() throws {
        let lines = try Self.lines("app.search", change: "change.yaml")
        #expect(lines.contains { $0.contains("bytes are unknown") })
    }

    @Test(
        arguments: [
            ("app.serch", nil, "Did you mean “app.search”?"), ("app.broken", nil, "topics must be a list"),
            ("app.search", "Streams/defaults.yaml", "has no settings of the stream “app.search”"),
            ("app.search", "missing", "Cannot be listed"),
            ("app.search", "misspelt.yaml", "in standard input: sample.unit must be one of"),
            ("app.search", "Misspelt", "Misspelt: sample.unit must be one of"),
        ] as [(String, String?, String)])
    func `a stream that is missing or broken is an error with the reason`(
        stream: String, change: String?, reason: String
    ) {
        let error = #expect(throws: (any Error).self) { try Self.lines(stream, change: change) }
        #expect(error.map { "\($0)".contains(reason) } == true, "\(String(describing: error))")
    }

    @Test(
        arguments: [
            (["page_idd": ["1": 1]], "page_idd"), (["page_id": 1], "must be a map"),
            (["page_id": ["one": 1]], "“one” is not a value of type integer"),
            (["page_id": ["1.5": 1]], "“1.5” is not a value of type integer"),
            (["page_id": ["null": 1]], "“null” is not a value of type integer"), (["page_id": ["1": 2]], "from 0 to 1"),
            (["page_id": ["1": 0.6, "2": 0.6]], "1.2 together"), (["page_id": ["1": "all"]], "from 0 to 1"),
            (["page_namespace": ["1": 1], "page_namespace_id": ["1": 1]], "twice"),
            (["performer_groups": ["user": 1]], "“user” is not a value of type list"),
            (["agent_app_theme": ["\"dark\"": 1]], "it is the JSON of a text; write the text alone, as “dark”"),
            (["agent_app_theme": ["[\"dark\"]": 1]], "it is the JSON of a list; write the text alone, as “dark”"),
            (["performer_registration_dt": ["2026-13-01": 1]], "it is not a date-time such as"),
        ] as [(JSONObject, String)])
    func `a table of shares that is wrong is an error with the reason`(table: JSONObject, reason: String) {
        let error = #expect(throws: ForecastError.self) { try AttributeShares(table) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
}
