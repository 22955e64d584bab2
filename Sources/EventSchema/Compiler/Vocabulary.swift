/// The keywords of a dialect in a mode.
struct Vocabulary: Sendable {
    let dialect: Dialect
    let isIntake: Bool
    /// Whether a meta-schema of the document's own makes `format` an assertion.
    var assertsFormats = false
    /// Keywords that have no meaning: those of other dialects.
    private var foreign: Set<String>

    init(dialect: Dialect, isIntake: Bool) {
        self.dialect = dialect
        self.isIntake = isIntake
        foreign = isIntake ? Self.foreignToIntake : Self.foreignToDialect[dialect] ?? []
    }

    /// Whether the keyword has a meaning. The intake's validator has all keywords of drafts 4 to 7 in each of these.
    func contains(_ keyword: String) -> Bool { !foreign.contains(keyword) }

    /// Leaves out the keywords of the vocabularies `validation`, `applicator` and `unevaluated` where a meta-schema of
    /// the document's own does. Draft 2019-09 has the last ones in `applicator`.
    mutating func keepVocabularies(_ names: Set<String>) {
        if !names.contains("validation") { foreign.formUnion(Self.assertions) }
        if !names.contains("applicator") { foreign.formUnion(Self.applicators) }
        if !names.contains(dialect == .draft202012 ? "unevaluated" : "applicator") {
            foreign.formUnion(["unevaluatedItems", "unevaluatedProperties"])
        }
    }

    /// The keywords that some dialects do not have, with those that have them. `dependencies`, which drafts 2019-09 and
    /// 2020-12 leave to a validator, has a meaning in all.
    private static let keywords: [(dialects: Set<Dialect>, names: [String])] = [
        ([.draft6, .draft7, .draft201909, .draft202012], ["const", "contains", "propertyNames"]),
        ([.draft7, .draft201909, .draft202012], ["if", "then", "else"]),
        ([.draft7], ["contentEncoding", "contentMediaType"]),
        ([.draft4, .draft6, .draft7, .draft201909], ["additionalItems"]),
        ([.draft201909], ["$recursiveRef", "$recursiveAnchor"]),
        ([.draft202012], ["$dynamicRef", "$dynamicAnchor", "prefixItems"]),
        (
            [.draft201909, .draft202012],
            [
                "$defs", "$anchor", "dependentRequired", "dependentSchemas", "unevaluatedItems",
                "unevaluatedProperties", "minContains", "maxContains", "contentSchema",
            ]
        ),
    ]

    private static let foreignToIntake: Set<String> = foreign(to: [.draft4, .draft6, .draft7])
    private static let foreignToDialect = Dictionary(
        uniqueKeysWithValues: Dialect.allCases.map { ($0, foreign(to: [$0])) })

    private static func foreign(to dialects: Set<Dialect>) -> Set<String> {
        Set(keywords.filter { $0.dialects.isDisjoint(with: dialects) }.flatMap(\.names))
    }

    private static let assertions: Set = [
        "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
        "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
        "maxProperties", "minProperties", "required", "dependentRequired",
    ]

    private static let applicators: Set = [
        "prefixItems", "items", "additionalItems", "contains", "properties", "patternProperties",
        "additionalProperties", "propertyNames", "dependentSchemas", "if", "then", "else", "allOf", "anyOf", "oneOf",
        "not",
    ]

    /// A schema without the keywords that have no meaning.
    func meaningful(_ schema: JSONObject) -> JSONObject {
        dialect.isLater ? JSONObject(distinct: schema.filter { contains($0.name) }) : schema
    }

    /// The identifier of a schema. Beside a `$ref` there is none in drafts 4 to 7.
    func identifier(of schema: JSONObject) -> String? {
        if dialect.isLater { return schema["$id"]?.string }
        guard schema.position(of: "$ref") == nil else { return nil }
        if isIntake { return (schema["$id"] ?? schema["id"])?.string }
        return schema[dialect == .draft4 ? "id" : "$id"]?.string
    }

    /// Calls `body` with every schema right below this one and the tokens that lead to it.
    func forEachSubschema<Failure: Error>(
        of schema: JSONObject, _ body: (JSONValue, [String]) throws(Failure) -> Void
    ) throws(Failure) {
        for (keyword, value) in schema where contains(keyword) {
            switch (keyword, value) {
            case ("additionalItems", _), ("additionalProperties", _), ("contains", _), ("propertyNames", _),
                ("not", _), ("if", _), ("then", _), ("else", _), ("items", .object), ("unevaluatedItems", _),
                ("unevaluatedProperties", _), ("contentSchema", _):
                try body(value, [keyword])
            case ("items", .array(let schemas)), ("allOf", .array(let schemas)), ("anyOf", .array(let schemas)),
                ("oneOf", .array(let schemas)), ("prefixItems", .array(let schemas)):
                for (index, schema) in schemas.enumerated() { try body(schema, [keyword, String(index)]) }
            case ("definitions", .object(let schemas)), ("properties", .object(let schemas)),
                ("patternProperties", .object(let schemas)), ("dependencies", .object(let schemas)),
                ("$defs", .object(let schemas)), ("dependentSchemas", .object(let schemas)):
                for (name, schema) in schemas { try body(schema, [keyword, name]) }
            default: break
            }
        }
    }
}
