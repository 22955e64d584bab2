import CatalogTestSupport
import EventSchema
import EventSupport
import Testing

@testable import EventCatalog

/// The base schemas, which are known without files.
@Suite struct BaseSchemaTests {
    private static let base = "/analytics/product_metrics/app/base/1.3.0"

    @Test(arguments: BaseSchemas.documents.keys.sorted())
    func `a base schema is known without a root`(uri: String) throws {
        let repository = try SchemaRepository(roots: [])
        #expect(repository[uri]?.uri == uri && repository.versions.isEmpty)
        #expect(repository.titles.contains(String(uri.dropFirst().prefix { !$0.isNumber }.dropLast())))
        #expect(repository.suggestions(for: uri.dropLast() + "9") == [uri])
    }

    @Test func `a schema may refer to a base schema that its repository lacks`() throws {
        let text = """
            title: shop
            $id: /shop/1.0.0
            $schema: 'https://json-schema.org/draft-07/schema#'
            properties:
              agent: {$ref: '\(Self.base)#/properties/agent'}
            """
        try withFiles(["shop/1.0.0.yaml": text]) { folder in
            let schema = try #require(try SchemaRepository(roots: [folder])["/shop/1.0.0"]?.schema)
            #expect(schema.isValid(["agent": ["client_platform": "ios", "client_platform_family": "app"]]))
            #expect(!schema.isValid(["agent": ["no_such_property": 1]]))
        }
    }

    @Test func `a base schema of a root takes precedence`() throws {
        let title = Self.base.dropFirst().dropLast("/1.3.0".count)
        let text = "title: \(title)\n$id: \(Self.base)\nmaxProperties: 1\n"
        try withFiles(["\(title)/1.3.0.yaml": text]) { folder in
            let repository = try SchemaRepository(roots: [folder])
            #expect(repository[Self.base]?.document["maxProperties"] == 1)
            #expect(repository.versions.count == 1)
        }
    }
}
