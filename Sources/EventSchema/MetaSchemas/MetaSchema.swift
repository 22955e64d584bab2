/// The schemas of schemas. They are built in; nothing is ever fetched.
enum MetaSchema {
    /// The document.
    static func document(of dialect: Dialect) -> JSONValue {
        switch dialect {
        case .draft4: draft4
        case .draft6: draft6
        case .draft7: draft7
        }
    }

    /// The document, compiled.
    static func schema(of dialect: Dialect) throws(SchemaError) -> Schema {
        switch dialect {
        case .draft4: try compiledDraft4.get()
        case .draft6: try compiledDraft6.get()
        case .draft7: try compiledDraft7.get()
        }
    }

    private static let compiledDraft4 = compile(.draft4)
    private static let compiledDraft6 = compile(.draft6)
    private static let compiledDraft7 = compile(.draft7)

    private static func compile(_ dialect: Dialect) -> Result<Schema, SchemaError> {
        Result { () throws(SchemaError) in try Schema(metaSchemaOf: dialect) }
    }
}
