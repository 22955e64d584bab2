/// A JSON Schema, compiled once into an immutable program that any number of threads may use at the same time.
///
/// ```swift
/// let schema = try Schema(JSONValue(parsing: #"{"type": "object", "required": ["dt"]}"#))
/// schema.isValid(["dt": "2026-01-01T00:00:00Z"])  // true
/// schema.findings(in: [:]).map(\.message)         // ["the property \"dt\" is missing"]
/// ```
public struct Schema: Sendable {
    /// The validator whose verdict is given.
    public enum Mode: Sendable, Hashable {
        /// The verdict of the JSON Schema specification. With `assertsFormats`, a value that breaks `format` or draft
        /// 7's `contentEncoding` or `contentMediaType` is invalid; without, these are annotations and have no effect.
        case standard(assertsFormats: Bool)
        /// The verdict of the existing intake, which validates with ajv 6: drafts 4 and 7, defaults are filled in
        /// first, siblings of `$ref` are ignored, the formats are ajv's fast ones, an unknown one is an error.
        case intake
    }

    /// The document's own `$id` (`id` in draft 4), as written.
    public let id: String?
    /// The document's `title`.
    public let title: String?
    /// The dialect the document is written in.
    public let dialect: Dialect
    /// The URIs of the documents of the registry that the compilation has used; `nil` if it had to search all of
    /// them, or is not in the intake's mode. With the same text in these, another compilation has the same result.
    package let registryURIs: Set<String>?
    let program: Program

    /// Compiles a schema.
    ///
    /// - Parameters:
    ///   - document: the schema.
    ///   - mode: the validator whose verdict is given. The default is the intake's.
    ///   - baseURI: where the document came from; references are resolved against it, and against `$id` where there is
    ///     one.
    ///   - registry: further documents that references may lead to, by URI. Nothing is ever fetched. Those that no
    ///     reference leads to cost nothing but, when a reference cannot be found by URI, a search for `$id`s.
    ///   - dialect: the dialect of documents without `$schema`; draft 7 unless given.
    ///   - limits: how much the schema may ask for.
    /// - Throws: ``SchemaError`` for what is not a schema, a reference that leads nowhere or in a circle, a bad
    ///   pattern, an unknown dialect, and what is beyond a limit.
    /// - Complexity: linear in the size of the schemas that are reached.
    public init(
        _ document: JSONValue, mode: Mode = .intake, baseURI: String? = nil, registry: [String: JSONValue] = [:],
        dialect: Dialect = .draft7, limits: Limits = Limits()
    ) throws(SchemaError) {
        let compiler = SchemaCompiler(mode: mode, dialect: dialect, registry: registry, limits: limits)
        try self.init(document, baseURI: baseURI ?? "", compiler)
    }

    /// Compiles a meta-schema, which is not checked against itself.
    init(metaSchemaOf dialect: Dialect) throws(SchemaError) {
        let compiler = SchemaCompiler(
            mode: .standard(assertsFormats: false), dialect: dialect, registry: [:], validatesDocuments: false)
        try self.init(MetaSchema.document(of: dialect), baseURI: dialect.uri, compiler)
    }

    private init(_ document: JSONValue, baseURI: String, _ compiler: SchemaCompiler) throws(SchemaError) {
        var compiler = compiler
        program = try compiler.compile(document, baseURI: baseURI)
        dialect = compiler.dialectOfRoot
        registryURIs = compiler.store.registryURIs
        id = (document["$id"] ?? document["id"])?.string
        title = document["title"]?.string
    }

    /// Whether the instance satisfies the schema.
    ///
    /// An instance that is beyond a limit is refused; ``Finding/exceededLimit`` of its findings says so.
    ///
    /// - Complexity: linear in the instance for most schemas. Where several references lead to the same schema, an
    ///   instance is refused that would take more than 100 visits to such schemas for each of its values, and 200 000
    ///   besides; where a schema multiplies the work, one that would take more steps than
    ///   ``Limits/maximumStepsPerByte`` allows. A valid instance costs no allocation, unless it takes more than 10
    ///   visits for each value and 20 000 besides, from which on verdicts are remembered, or the schema has defaults
    ///   that the intake would fill in.
    public func isValid(_ instance: JSON) -> Bool {
        program.fillsDefaults ? evaluation(of: instance).failures.isEmpty : program.tables.accept(instance)
    }

    /// Whether a tree satisfies the schema. It is validated as a document.
    ///
    /// - Complexity: as ``isValid(_:)-(JSON)``.
    public func isValid(_ instance: JSONValue) -> Bool { isValid(JSON(instance)) }

    /// Every broken assertion, in the order of the schema; none when the instance is valid.
    ///
    /// Where alternatives fail (`anyOf`, `oneOf`), the findings of each are there.
    public func findings(in instance: JSON) -> [Finding] {
        evaluation(of: instance).failures.flatMap(\.leaves).map(\.finding)
    }

    /// Every broken assertion of a tree, as ``findings(in:)-(JSON)`` gives them.
    public func findings(in instance: JSONValue) -> [Finding] { findings(in: JSON(instance)) }

    /// Every broken assertion for a validator that fills in no defaults, in the order of the schema.
    package func findingsWithoutDefaults(in instance: JSON) -> [Finding] {
        Evaluator.run(program, on: instance, fillsDefaults: false).failures.flatMap(\.leaves).map(\.finding)
    }

    /// The schema that has the keyword that was broken, as it is written.
    package func source(of failure: Failure) -> JSONValue { program.sources[Int(failure.node)] }

    /// Whether ajv compiles the target of the reference that was broken as a separate function instead of inlining it
    /// (its option `inlineRefs`).
    package func isSeparateReference(_ failure: Failure) -> Bool {
        let rules = program.nodes[Int(failure.node)].general
        return rules >= 0 && program.generals[Int(rules)].reference?.isCompiledSeparately == true
    }

    /// The instance with the `default`s of missing properties filled in, as ajv 6 does with `useDefaults` while it
    /// validates: not inside `anyOf`, `oneOf`, `not`, `if`, `contains` and `propertyNames`.
    public func fillingDefaults(in instance: JSON) -> JSON {
        guard program.hasDefaults else { return instance }
        return Evaluator.run(program, on: instance, fillsDefaults: true).filled ?? instance
    }

    /// A tree with its defaults, as ``fillingDefaults(in:)-(JSON)`` fills them in.
    public func fillingDefaults(in instance: JSONValue) -> JSONValue {
        program.hasDefaults ? JSONValue(fillingDefaults(in: JSON(instance))) : instance
    }

    /// Whether the schema has a property at that path of names: a chain of `properties`, seen through `$ref` and
    /// `allOf`. A map, whose `additionalProperties` is a schema, has every name.
    public func declares(_ path: [String]) -> Bool { program.declares(path[...], at: program.root) }

    /// What becomes of the instance: its defaults and all that is wrong, in one go as ajv does it.
    package func evaluation(of instance: JSON) -> Evaluation {
        guard !program.fillsDefaults else { return Evaluator.run(program, on: instance, fillsDefaults: true) }
        var state = program.tables.state(for: instance)
        let isAccepted = program.tables.accepts(instance, program.root, &state)
        guard !isAccepted || state.exceeded != nil else { return Evaluation(failures: []) }
        return Evaluator.run(program, on: instance, fillsDefaults: false, exceeded: state.exceeded)
    }
}
