import EventCatalog
import EventSchema
import EventSchemaTools

/// A schema document as the checks see it.
struct CheckedSchema: Sendable {
    /// Which of a title's documents it is.
    enum Kind: Sendable, Hashable {
        /// The file that people edit, with references to other schemas.
        case current
        /// A version as it was made from `current`, or written by hand.
        case version(SemanticVersion)
        /// The version that `current` gives, while no file has it.
        case unwritten(SemanticVersion)
    }

    let kind: Kind
    let document: SourceDocument
    let subschemas: [Subschema]
    /// The compiled schema of a version; `nil` for `current`, and for a version that cannot be compiled.
    let compiled: Schema?
    let settings: SchemaToolsSettings
    /// The dialect by whose rules it is checked.
    let dialect: Dialect

    init(_ kind: Kind, _ document: SourceDocument, compiled: Schema?, settings: SchemaToolsSettings) {
        (self.kind, self.document, self.compiled, self.settings) = (kind, document, compiled, settings)
        dialect = settings.dialect(of: document.value)
        subschemas = Subschema.all(in: document.value, dialect)
    }

    var keywords: SchemaKeywords { .of(dialect) }
    var isCurrent: Bool { kind == .current }
    var isUnwritten: Bool { if case .unwritten = kind { true } else { false } }
    var id: String { document.value["$id"]?.string ?? "" }

    /// Whether it is a part of other schemas, and no event.
    var isFragment: Bool { id.hasPrefix("/fragment/") }

    /// The mistakes that the closure finds in the subschemas.
    func mistakes(_ body: (Subschema) -> [SchemaMistake]) -> [SchemaMistake] { subschemas.flatMap(body) }
}
