/// The schemas of schemas. They are built in; nothing is ever fetched.
enum MetaSchema {
    /// The document.
    static func document(of dialect: Dialect) -> JSONValue {
        switch dialect {
        case .draft4: draft4
        case .draft6: draft6
        case .draft7: draft7
        case .draft201909: draft201909
        case .draft202012: draft202012
        }
    }

    /// The document at a URI, which may be that of a vocabulary.
    static func document(at uri: String) -> JSONValue? { Dialect(uri: uri).map(document(of:)) ?? vocabularies[uri] }

    private static let vocabularies = Dictionary(
        (vocabulariesOfDraft201909 + vocabulariesOfDraft202012).map { ($0["$id"]?.string ?? "", $0) }
    ) { first, _ in first }

    /// The document, compiled.
    static func schema(of dialect: Dialect) throws(SchemaError) -> Schema {
        switch dialect {
        case .draft4: try compiledDraft4.get()
        case .draft6: try compiledDraft6.get()
        case .draft7: try compiledDraft7.get()
        case .draft201909: try compiledDraft201909.get()
        case .draft202012: try compiledDraft202012.get()
        }
    }

    private static let compiledDraft4 = compile(.draft4)
    private static let compiledDraft6 = compile(.draft6)
    private static let compiledDraft7 = compile(.draft7)
    private static let compiledDraft201909 = compile(.draft201909)
    private static let compiledDraft202012 = compile(.draft202012)

    private static func compile(_ dialect: Dialect) -> Result<Schema, SchemaError> {
        Result { () throws(SchemaError) in try Schema(metaSchemaOf: dialect) }
    }
}
