import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// What `streams diff` says of a change of the schema of a stream.
@Suite struct SchemaFieldComparisonTests {
    private static let streams = """
        app.x:
          schema_title: app/tap
          sample: {unit: session, rate: 0.1}
          producers: {metrics_platform_client: {provide_values: [page_id, performer_name, basket_size]}}

        """
    private static let project = """
        attributes:
          basket_size: {field: basket.size, type: integer, sensitivity: high, sensitivity_reason: Few have as many.}

        """

    private static func version(_ number: String, _ fields: String) -> [String: String] {
        [
            "Schemas/app/tap/\(number).yaml":
                "title: app/tap\n$id: /app/tap/\(number)\ntype: object\nproperties: {\(fields)}\n"
        ]
    }

    private static let page = "page: {type: object, properties: {id: {type: integer}}}"
    private static let basket = "basket: {type: object, properties: {size: {type: integer}}}"

    private static func snapshot(_ schemas: [String: String], roots: [String]? = nil) throws -> StreamSnapshot {
        let files = ["Streams/a.yaml": streams, "Project.yaml": project].merging(schemas) { $1 }
        return try withProject(files) { folder in
            try StreamSnapshot(
                directory: "\(folder.path)/Streams", of: nil, schemaRoots: roots ?? ["\(folder.path)/Schemas"])
        }
    }

    private static func lines(_ before: [String: String], _ after: [String: String]) throws -> [String] {
        StreamComparison(from: try snapshot(before), to: try snapshot(after)).lines
    }

    @Test func `an attribute is collected once a schema has its field`() throws {
        let first = Self.version("1.0.0", Self.page)
        let second = first.merging(Self.version("1.1.0", "\(Self.page), \(Self.basket)")) { $1 }
        #expect(
            try Self.lines(first, second) == [
                "app.x",
                "  basket_size (high) is now collected from 10 % of sessions: /app/tap/1.1.0 has the field basket.size",
            ])
        #expect(try Self.lines(first, first) == ["No stream changes."])
        #expect(try Self.lines(second, second) == ["No stream changes."])
    }

    @Test func `an attribute is no longer collected if the newest version has no field for it`() throws {
        let first = Self.version("1.0.0", Self.page)
        let words = "  page_id is no longer collected in events of /app/tap/2.0.0, which has no field page.id"
        #expect(
            try Self.lines(first, first.merging(Self.version("2.0.0", "x: {type: string}")) { $1 })
                == ["app.x", "\(words); older versions have it"])
        #expect(try Self.lines(first, Self.version("2.0.0", "x: {type: string}")) == ["app.x", words])
    }

    @Test func `without the schemas of both sides, nothing is said of fields`() throws {
        let (first, second) = (Self.version("1.0.0", Self.page), Self.version("1.0.0", Self.basket))
        #expect(try Self.lines(first, second).count == 3)
        for roots in [[], ["/nowhere/at/all"]] {
            let unknown = try Self.snapshot(first, roots: roots)
            #expect(StreamComparison(from: unknown, to: try Self.snapshot(second)).isEmpty)
            #expect(StreamComparison(from: try Self.snapshot(second), to: unknown).isEmpty)
        }
        #expect(StreamComparison(from: try Self.snapshot(first), to: try Self.snapshot(second)).groups.count == 1)
    }
}
