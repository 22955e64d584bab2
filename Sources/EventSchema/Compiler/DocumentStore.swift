/// The documents that a compilation may reach, and the schemas that the URIs in them identify.
struct DocumentStore {
    struct Document {
        let root: JSONValue
        /// Where it came from.
        let uri: URIReference
        let vocabulary: Vocabulary
        /// The base URI of each schema with an identifier, by its pointer.
        var bases: [ExactText: URIReference] = [:]
    }

    private(set) var documents: [Document] = []
    private let isIntake: Bool
    private let defaultDialect: Dialect
    /// The available documents, by URI as they were given until a look-up has failed, then by URI without a fragment: a
    /// repository compiles each of its documents with all others available, so that a look at each would be quadratic.
    private var registry: [String: JSONValue]
    private var hasNormalizedRegistry = false
    /// The URIs of the documents that have been added.
    private var addedURIs: Set<ExactText> = []
    private var resources: [ExactText: LocatedSchema] = [:]
    private var anchors: [ExactText: LocatedSchema] = [:]
    /// The schemas that have dynamic anchors.
    private(set) var dynamicallyAnchored: [LocatedSchema] = []
    /// Whether a document was looked for that the registry does not have at its URI.
    private var hasSearchedRegistry = false
    /// The dynamic anchors of each resource that has any, by its URI.
    private(set) var dynamicAnchors: [ExactText: [ExactText: DynamicScope.Anchor]] = [:]

    /// How many bytes all URIs and pointers may have together.
    private let maximumSize: Int
    private var size = 0

    init(registry: [String: JSONValue], isIntake: Bool, defaultDialect: Dialect, maximumSize: Int) {
        self.isIntake = isIntake
        self.maximumSize = maximumSize
        self.defaultDialect = defaultDialect
        self.registry = registry
    }

    /// The URIs of the documents of the registry that were used; `nil` when all were searched, or a
    /// meta-schema may be among them.
    var registryURIs: Set<String>? {
        !isIntake || hasSearchedRegistry || hasNormalizedRegistry ? nil : Set(addedURIs.map(\.text))
    }

    func vocabulary(of scope: SchemaScope) -> Vocabulary { documents[scope.document].vocabulary }

    /// Adds a document and everything in it that has a URI.
    mutating func add(_ root: JSONValue, uri: String) throws(SchemaError) -> LocatedSchema {
        let base = URIReference(uri).withoutFragment
        let scope = SchemaScope(document: documents.count, pointer: "", base: base, resourcePointer: "")
        documents.append(Document(root: root, uri: base, vocabulary: try vocabulary(of: root, at: scope)))
        resources[ExactText(base.text)] = LocatedSchema(value: root, scope: scope)
        try scan(root, scope)
        return located(root, scope)
    }

    private func vocabulary(of root: JSONValue, at scope: SchemaScope) throws(SchemaError) -> Vocabulary {
        guard let uri = root["$schema"]?.string else { return Vocabulary(dialect: defaultDialect, isIntake: isIntake) }
        if let dialect = knownDialect(uri) { return Vocabulary(dialect: dialect, isIntake: isIntake) }
        if !isIntake, let own = registered(uri), let vocabulary = try vocabulary(ofMetaSchema: own, at: scope) {
            return vocabulary
        }
        let known =
            isIntake ? "The intake supports drafts 4 and 7" : "Drafts 4, 6, 7, 2019-09 and 2020-12 are supported"
        throw scope.below("$schema").error(
            "the dialect \(uri) is not known.", "\(known); write \"\(Dialect.draft7.uri)\", for example.")
    }

    private func hasKnownDialect(_ document: JSONValue) -> Bool {
        let scope = SchemaScope(document: 0, pointer: "", base: URIReference(""), resourcePointer: "")
        do { _ = try vocabulary(of: document, at: scope) } catch { return false }
        return true
    }

    /// The intake's validator has drafts 4 and 7 only.
    private func knownDialect(_ uri: String) -> Dialect? {
        Dialect(uri: uri).flatMap { isIntake && $0 != .draft4 && $0 != .draft7 ? nil : $0 }
    }

    /// What the documents of a meta-schema in the registry are written in; `nil` when that has no known dialect itself.
    private func vocabulary(
        ofMetaSchema document: JSONValue, at scope: SchemaScope
    ) throws(SchemaError) -> Vocabulary? {
        guard let dialect = document["$schema"]?.string.flatMap(knownDialect), dialect.isLater else { return nil }
        var vocabulary = Vocabulary(dialect: dialect, isIntake: false)
        guard let declared = document["$vocabulary"]?.object else { return vocabulary }
        var names: Set<String> = []
        for (uri, isRequired) in declared {
            let name = String(uri.split(separator: "/").last ?? "")
            let isKnown = uri.hasPrefix("https://json-schema.org/draft/") && Self.vocabularies.contains(name)
            if isKnown { names.insert(name) }
            if isKnown, name == "format-assertion" || name == "format" && isRequired == true {
                vocabulary.assertsFormats = true
            }
            guard isKnown || isRequired != true else {
                throw scope.below("$schema").error(
                    "its meta-schema requires the vocabulary \(uri), which is not known.",
                    "Make that vocabulary optional, or use a known dialect.")
            }
        }
        vocabulary.keepVocabularies(names)
        return vocabulary
    }

    private static let vocabularies: Set = [
        "core", "applicator", "unevaluated", "validation", "meta-data", "format", "format-annotation",
        "format-assertion", "content",
    ]

    /// The same schema with the base that its own identifier gives it.
    func located(_ value: JSONValue, _ scope: SchemaScope) -> LocatedSchema {
        guard let base = documents[scope.document].bases[ExactText(scope.pointer)] else {
            return .init(value: value, scope: scope)
        }
        var scope = scope
        scope.base = base
        scope.resourcePointer = scope.pointer
        return LocatedSchema(value: value, scope: scope)
    }

    // MARK: - Identifiers

    private mutating func scan(_ schema: JSONValue, _ scope: SchemaScope) throws(SchemaError) {
        guard case .object(let object) = schema else { return }
        // A pointer is copied here, and rarely kept: a registry may have thousands of documents.
        try count(scope.pointer.utf8.count / 16, at: scope)
        let vocabulary = vocabulary(of: scope)
        if let identifier = vocabulary.identifier(of: object) { try register(identifier, of: schema, at: scope) }
        let schema = located(schema, scope)
        let scope = schema.scope
        if vocabulary.dialect.isLater { try registerAnchors(of: object, vocabulary, schema) }
        try vocabulary.forEachSubschema(of: object) { subschema, tokens throws(SchemaError) in
            try scan(subschema, tokens.reduce(scope) { $0.below($1) })
        }
    }

    /// Counts bytes of a URI or a pointer.
    private mutating func count(_ bytes: Int, at scope: SchemaScope) throws(SchemaError) {
        size += bytes
        guard size > maximumSize else { return }
        throw scope.error(
            "the URIs and pointers of all schemas are too long together.",
            "Use shorter names and identifiers, or raise the limit maximumLocationsSize (\(maximumSize)).")
    }

    /// An identifier names a resource; with a fragment it names a part of it.
    private mutating func register(
        _ identifier: String, of schema: JSONValue, at scope: SchemaScope
    ) throws(SchemaError) {
        // The URI, its parts, and its keys.
        try count(4 * (scope.base.text.utf8.count + identifier.utf8.count), at: scope)
        let uri = scope.base.resolving(URIReference(identifier))
        var own = LocatedSchema(value: schema, scope: scope)
        if identifier.utf8.first != ascii("#") {
            own.scope.base = uri.withoutFragment
            own.scope.resourcePointer = scope.pointer
            documents[scope.document].bases[ExactText(scope.pointer)] = own.scope.base
            let base = ExactText(own.scope.base.text)
            if resources[base] == nil || scope.pointer.isEmpty { resources[base] = own }
        }
        if let fragment = uri.fragment, !fragment.isEmpty { anchors[ExactText(uri.text)] = own }
    }

    private mutating func registerAnchors(
        of schema: JSONObject, _ vocabulary: Vocabulary, _ located: LocatedSchema
    ) throws(SchemaError) {
        let scope = located.scope
        let keywords = ["$anchor", "$dynamicAnchor", "$recursiveAnchor"]
        guard keywords.contains(where: { schema.position(of: $0) != nil }) else { return }
        try count(scope.base.text.utf8.count, at: scope)
        let base = ExactText(scope.base.text)
        if let name = schema["$anchor"]?.string { anchors[ExactText("\(base.text)#\(name)")] = located }
        if vocabulary.contains("$dynamicAnchor"), let name = schema["$dynamicAnchor"]?.string {
            anchors[ExactText("\(base.text)#\(name)")] = located
            addDynamicAnchor(name, to: base, located)
        }
        let isRecursive = vocabulary.contains("$recursiveAnchor") && schema["$recursiveAnchor"] == true
        if isRecursive, scope.pointer == scope.resourcePointer { addDynamicAnchor("", to: base, located) }
    }

    private mutating func addDynamicAnchor(_ name: String, to resource: ExactText, _ schema: LocatedSchema) {
        dynamicAnchors[resource, default: [:]][ExactText(name)] = dynamicallyAnchored.count
        dynamicallyAnchored.append(schema)
    }

    // MARK: - References

    /// The schema that a reference leads to.
    mutating func resolve(
        _ reference: String, _ keyword: String = "$ref", from scope: SchemaScope
    ) throws(SchemaError) -> LocatedSchema {
        try count(scope.base.text.utf8.count + reference.utf8.count, at: scope)
        let uri = scope.base.resolving(URIReference(reference))
        // Looking for the document may add it, with its anchors.
        let text = ExactText(uri.text)
        let document = anchors[text] == nil ? try resource(at: uri.withoutFragment.text) : nil
        if let anchor = anchors[text] {
            try countKeys(of: anchor.scope)
            return anchor
        }
        guard let document else {
            throw scope.below(keyword).error(
                "the reference \(reference) leads to \(uri.withoutFragment.text), which is not available.",
                "Put that document into the registry, or correct the reference.")
        }
        let fragment = uri.decodedFragment
        guard let schema = try follow(fragment, in: document) else {
            throw scope.below(keyword).error(
                "the reference \(reference) leads nowhere: there is no \(fragment) in \(document.scope.name).",
                "Correct the reference, or add what it names.")
        }
        return schema
    }

    private mutating func resource(at uri: String) throws(SchemaError) -> LocatedSchema? {
        if let schema = resources[ExactText(uri)] { return schema }
        if let document = registeredDocument(at: uri) { return try add(document, uri: uri) }
        hasSearchedRegistry = true
        if let document = MetaSchema.document(at: uri) { return try add(document, uri: uri) }
        // An available document may have the URI inside. One in an unknown dialect is skipped.
        for (other, document) in registry where !addedURIs.contains(ExactText(other)) && hasKnownDialect(document) {
            addedURIs.insert(ExactText(other))
            _ = try add(document, uri: other)
        }
        return resources[ExactText(uri)]
    }

    private mutating func registeredDocument(at uri: String) -> JSONValue? {
        guard !addedURIs.contains(ExactText(uri)) else { return nil }
        if registered(uri) == nil, !hasNormalizedRegistry {
            registry = Dictionary(registry.map { (URIReference($0).withoutFragment.text, $1) }) { $1 }
            hasNormalizedRegistry = true
        }
        guard let document = registered(uri) else { return nil }
        addedURIs.insert(ExactText(uri))
        return document
    }

    /// The document at a URI. A dictionary also finds one at a text that is only canonically equal.
    private func registered(_ uri: String) -> JSONValue? {
        guard let index = registry.index(forKey: uri), registry[index].key.isExactly(uri) else { return nil }
        return registry[index].value
    }

    /// What a JSON pointer leads to; each `$id` on the way moves the base.
    private mutating func follow(
        _ pointer: String, in resource: LocatedSchema
    ) throws(SchemaError) -> LocatedSchema? {
        guard pointer.isEmpty || pointer.utf8.first == ascii("/") else { return nil }
        var current = resource
        try countKeys(of: current.scope)
        for token in JSONPointer.tokens(of: pointer) {
            guard let child = current.value.child(token) else { return nil }
            current = located(child, current.scope.below(token))
            try countKeys(of: current.scope)
        }
        return current
    }

    /// Counts what each step of a reference does with the pointer: it is copied, and the key of several dictionaries.
    mutating func countKeys(of scope: SchemaScope) throws(SchemaError) {
        try count(4 * scope.pointer.utf8.count, at: scope)
    }
}
