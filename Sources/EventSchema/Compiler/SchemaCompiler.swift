/// Compiles schemas to a program: one node for each schema that can be reached, created once.
struct SchemaCompiler {
    let mode: Schema.Mode
    let limits: Schema.Limits
    let validatesDocuments: Bool
    var store: DocumentStore
    var parts = ProgramParts()
    private(set) var dialectOfRoot: Dialect
    private var nodeAtLocation: [Location: NodeID] = [:]
    private var patterns: [PatternKey: Pattern] = [:]
    /// The instructions of all patterns.
    private var patternsSize = 0
    /// How many steps are left for the tables of all patterns. Those without a table are searched for more slowly.
    private var patternTableSteps = 20_000_000
    /// The bytes of the pointers of all schemas, and of the constants and names of those that are compiled once for
    /// each dynamic scope.
    private var locationsSize = 0
    /// Whether the schema at a location contains a reference, as far as it was asked.
    var containsReference: [Location: Bool] = [:]
    private var validated: Set<Int> = []
    private var depth = 0
    /// The schemas that references lead to and that are not compiled yet, with their nodes.
    private var referenced: [(LocatedSchema, NodeID)] = []

    struct Location: Hashable {
        let document: Int
        let pointer: ExactText
        let dynamicScope: Int
    }

    /// The dynamic scopes in which schemas are compiled, and the number of each.
    private var dynamicScopes = [DynamicScope()]
    private var dynamicScopeNumbers = [DynamicScope(): 0]
    /// The dynamic scope behind each resource that was entered.
    private var enteredScopes: [ScopeEntry: Int] = [:]
    /// The dynamic anchors of all dynamic scopes.
    private var dynamicScopesSize = 0

    private struct ScopeEntry: Hashable {
        let outer: Int
        let resource: ExactText
    }

    init(
        mode: Schema.Mode, dialect: Dialect, registry: [String: JSONValue], limits: Schema.Limits = .init(),
        validatesDocuments: Bool = true
    ) {
        self.mode = mode
        self.limits = limits
        self.validatesDocuments = validatesDocuments
        dialectOfRoot = dialect
        store = DocumentStore(
            registry: registry, isIntake: mode == .intake, defaultDialect: dialect,
            maximumSize: limits.maximumLocationsSize)
    }

    var isIntake: Bool { mode == .intake }

    mutating func compile(_ document: JSONValue, baseURI: String) throws(SchemaError) -> Program {
        let schema = try store.add(document, uri: baseURI)
        dialectOfRoot = store.vocabulary(of: schema.scope).dialect
        let root = try node(for: schema)
        while let (schema, node) = referenced.popLast() { try compile(schema, as: node) }
        try ReferenceCycleCheck(parts, limits).check()
        parts.markSharedNodes(root: root)
        return Program(parts, root: root, mode: mode, limits: limits)
    }

    /// The node of a schema below the one in `scope`.
    mutating func node(for value: JSONValue, at scope: SchemaScope) throws(SchemaError) -> NodeID {
        try node(for: store.located(value, scope))
    }

    /// The node of a schema; a schema that is being compiled further up already has one.
    mutating func node(for schema: LocatedSchema) throws(SchemaError) -> NodeID {
        let (id, new) = try reserveNode(for: schema)
        if let new { try compile(new, as: id) }
        return id
    }

    /// The node of a schema that a reference leads to. It is compiled later, since a way of references through a
    /// document may be as long as it has schemas.
    mutating func referencedNode(for schema: LocatedSchema) throws(SchemaError) -> NodeID {
        let (id, new) = try reserveNode(for: schema)
        if let new { referenced.append((new, id)) }
        return id
    }

    /// The number of a schema's node, and the schema in its dynamic scope unless it has a node already.
    private mutating func reserveNode(for schema: LocatedSchema) throws(SchemaError) -> (NodeID, LocatedSchema?) {
        var schema = schema
        try enterDynamicScope(&schema.scope)
        let scope = schema.scope
        let location = Location(
            document: scope.document, pointer: ExactText(scope.pointer), dynamicScope: scope.dynamicScope)
        if let node = nodeAtLocation[location] { return (node, nil) }
        try validate(documentOf: scope)
        guard parts.nodes.count < limits.maximumSchemas else {
            throw scope.error(
                "there are too many schemas.",
                "Use at most \(limits.maximumSchemas), or raise the limit maximumSchemas.")
        }
        locationsSize += scope.pointer.utf8.count
        if scope.dynamicScope != 0 { locationsSize += 4 * schema.value.sizeOfConstants }
        guard locationsSize <= limits.maximumLocationsSize else {
            throw scope.error(
                "the locations of all schemas are too long together, with what those in dynamic scopes list.",
                "Use shorter names and lists or fewer schemas and dynamic anchors, or raise the limit "
                    + "maximumLocationsSize (\(limits.maximumLocationsSize)).")
        }
        let id = parts.reserveNode(for: schema.value, location: scope.location)
        nodeAtLocation[location] = id
        return (id, schema)
    }

    private mutating func compile(_ schema: LocatedSchema, as id: NodeID) throws(SchemaError) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.maximumNesting else {
            throw schema.scope.error(
                "schemas are nested too deeply.",
                "Use at most \(limits.maximumNesting) levels, or raise the limit maximumNesting.")
        }
        parts.nodes[Int(id)] = try compile(schema)
    }

    private mutating func compile(_ schema: LocatedSchema) throws(SchemaError) -> Node {
        switch schema.value {
        case .bool(true): return Node()
        case .bool(false): return Node(refusesAll: true)
        case .object(let object): return try compile(object, at: schema.scope)
        default:
            throw schema.scope.error(
                "\(schema.value.kindName) is not a schema.", "Write an object, or true or false from draft 6 on.")
        }
    }

    /// What a schema's resource adds to its dynamic scope.
    private mutating func enterDynamicScope(_ scope: inout SchemaScope) throws(SchemaError) {
        guard !store.dynamicAnchors.isEmpty else { return }
        let entry = ScopeEntry(outer: scope.dynamicScope, resource: ExactText(scope.base.text))
        if let known = enteredScopes[entry] { return scope.dynamicScope = known }
        if let anchors = store.dynamicAnchors[entry.resource] {
            scope.dynamicScope = try number(of: dynamicScopes[scope.dynamicScope].entering(anchors), at: scope)
        }
        enteredScopes[entry] = scope.dynamicScope
    }

    private mutating func number(of entered: DynamicScope, at scope: SchemaScope) throws(SchemaError) -> Int {
        if let known = dynamicScopeNumbers[entered] { return known }
        dynamicScopesSize += entered.anchors.count
        guard dynamicScopesSize / 4 <= limits.maximumSchemas else {
            throw scope.error(
                "dynamic anchors are reached in too many ways.",
                "Use fewer dynamic anchors, or raise the limit maximumSchemas (\(limits.maximumSchemas)).")
        }
        dynamicScopes.append(entered)
        dynamicScopeNumbers[entered] = dynamicScopes.count - 1
        return dynamicScopes.count - 1
    }

    /// The schema of an anchor in a dynamic scope.
    mutating func schema(
        ofDynamicAnchor name: String, in scope: SchemaScope
    ) throws(SchemaError) -> LocatedSchema? {
        guard let anchor = dynamicScopes[scope.dynamicScope].anchors[ExactText(name)] else { return nil }
        let schema = store.dynamicallyAnchored[anchor]
        try store.countKeys(of: schema.scope)
        return schema
    }

    private mutating func compile(_ schema: JSONObject, at scope: SchemaScope) throws(SchemaError) -> Node {
        var node = Node()
        let vocabulary = store.vocabulary(of: scope)
        let schema = vocabulary.meaningful(schema)
        if !vocabulary.dialect.isLater, let reference = schema["$ref"] {
            if isIntake, schema.hasTypeThatAJVChecksBesideReference {
                try compileType(of: schema, at: scope, into: &node)
            }
            var rules = GeneralRules()
            rules.reference = try compileReference(reference, at: scope)
            add(rules, to: &node)
            return node
        }
        try compileType(of: schema, at: scope, into: &node)
        try compileNumberRules(of: schema, at: scope, into: &node)
        try compileStringRules(of: schema, at: scope, into: &node)
        try compileArrayRules(of: schema, at: scope, into: &node)
        try compileObjectRules(of: schema, at: scope, into: &node)
        try compileGeneralRules(of: schema, at: scope, into: &node)
        return node
    }

    /// Checks a document against its meta-schema when the first of its schemas is compiled.
    private mutating func validate(documentOf scope: SchemaScope) throws(SchemaError) {
        guard validatesDocuments, validated.insert(scope.document).inserted else { return }
        let document = store.documents[scope.document]
        let metaSchema = try MetaSchema.schema(of: document.vocabulary.dialect)
        guard let finding = metaSchema.findings(in: document.root).first else { return }
        let location = SchemaScope(document: scope.document, pointer: "", base: scope.base, resourcePointer: "")
            .location
        let place = finding.instanceLocation.isEmpty ? "it" : "“\(finding.instanceLocation)”"
        throw SchemaError(
            location: location + finding.instanceLocation,
            message: "this is not a schema: \(place) \(finding.message).",
            remedy: "Correct the value by \(document.vocabulary.dialect.uri), or remove its keyword.")
    }

    // MARK: - What the keyword files share

    /// Whether the intake fills in the defaults there. ajv fills in none of a meta-schema.
    func fillsDefaults(of scope: SchemaScope) -> Bool { isIntake && Dialect(uri: scope.base.text) == nil }

    /// The value of a keyword of the dialect.
    func value(of keyword: String, in schema: JSONObject, at scope: SchemaScope) -> JSONValue? {
        guard let value = schema[keyword], store.vocabulary(of: scope).contains(keyword) else { return nil }
        return value
    }

    /// A count or a length. One that is too large for any instance is replaced by the largest integer.
    func count(_ keyword: String, in schema: JSONObject, or fallback: Int) -> Int {
        guard let number = schema[keyword]?.number else { return fallback }
        return number.int64.map { Int(clamping: $0) } ?? (number < 0.number ? 0 : Int.max)
    }

    mutating func pattern(_ source: String, at scope: SchemaScope) throws(SchemaError) -> Pattern {
        // Without the flag `u`, for which only later drafts ask, punctuation may be escaped.
        let allowsRedundantEscapes = !store.vocabulary(of: scope).dialect.isLater
        let key = PatternKey(source: ExactText(source), allowsRedundantEscapes: allowsRedundantEscapes)
        if let known = patterns[key] { return known }
        let result = Result { () throws(PatternError) in
            try Pattern(
                source, unicode: !isIntake, allowsRedundantEscapes: allowsRedundantEscapes,
                maximumSize: limits.maximumPatternSize, tableSteps: &patternTableSteps)
        }
        switch result {
        case .success(let pattern):
            patternsSize += pattern.size
            guard patternsSize / Schema.Limits.patternsOfFullSize <= limits.maximumPatternSize else {
                throw scope.error(
                    "the patterns of the schema are too large together.",
                    "Use smaller repetitions, or raise the limit maximumPatternSize (\(limits.maximumPatternSize)).")
            }
            patterns[key] = pattern
            return pattern
        case .failure(let error):
            throw scope.error(
                "the pattern \(source) cannot be used: \(error.reason) (at character \(error.offset)).", error.remedy)
        }
    }
}

extension JSONValue {
    /// About the bytes of what a schema itself lists, without the schemas in it.
    fileprivate var sizeOfConstants: Int {
        guard case .object(let schema) = self else { return 0 }
        var size = 0
        for keyword in ["enum", "const", "required", "dependentRequired"] { size += schema[keyword]?.sizeInMemory ?? 0 }
        for case .object(let named)? in ["properties", "patternProperties"].lazy.map({ schema[$0] }) {
            for (name, _) in named { size += 32 + name.utf8.count }
        }
        for case (let name, .array(let names)) in schema["dependencies"]?.object ?? [:] {
            size += 32 + name.utf8.count + JSONValue.array(names).sizeInMemory
        }
        return size
    }

    private var sizeInMemory: Int {
        switch self {
        case .array(let elements): elements.reduce(16) { $0 + $1.sizeInMemory }
        case .object(let object): object.reduce(16) { $0 + 32 + $1.name.utf8.count + $1.value.sizeInMemory }
        case .null, .bool, .number, .string: 16 + approximateSize
        }
    }
}

extension Int {
    fileprivate var number: JSONNumber { JSONNumber(self) }
}

/// A pattern and the grammar by which it is read: documents of several drafts may have the same text.
private struct PatternKey: Hashable {
    let source: ExactText
    let allowsRedundantEscapes: Bool
}
