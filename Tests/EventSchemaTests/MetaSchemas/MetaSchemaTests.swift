import Testing

@testable import EventSchema

@Suite struct MetaSchemaTests {
    @Test(arguments: Dialect.allCases)
    func `a meta-schema is valid by itself`(dialect: Dialect) throws {
        #expect(try MetaSchema.schema(of: dialect).isValid(MetaSchema.document(of: dialect)))
    }

    @Test(arguments: Dialect.allCases)
    func `a meta-schema refuses a keyword whose value has the wrong type`(dialect: Dialect) throws {
        let schema = try MetaSchema.schema(of: dialect)
        for document: JSONValue in [["type": 1], ["required": "a"], ["minLength": -1], ["properties": []]] {
            #expect(!schema.isValid(document), "\(document)")
        }
    }

    @Test(arguments: Dialect.allCases)
    func `a boolean is a schema from draft 6 on`(dialect: Dialect) throws {
        #expect(try MetaSchema.schema(of: dialect).isValid(true) == (dialect != .draft4))
    }
}
