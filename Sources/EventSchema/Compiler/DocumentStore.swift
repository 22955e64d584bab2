/// The documents that a compilation may reach, and the schemas that the URIs in them identify.
struct DocumentStore {
    struct Document {
        let root: JSONValue
        let vocabulary: Vocabulary
        /// The base URI of each schema with an identifier, by its pointer.
        var bases: [String: URIReference] = [:]
    }

    private(set) var documents: [Document] = []
    private let isIntake: Bool
    private let defaultDialect: Dialect
    /// The available documents, by URI as they were given until a look-up has failed, then by URI without a fragment: a
    /// repository compiles each of its documents with all others available, so that a look at each would be quadratic.
    private var registry: [String: JSONValue]
    private var hasNormalizedRegistry = false
    /// The URIs of the documents that have been added.
    private var addedURIs: Set<String> = []
    private var resources: [String: SchemaScope] = [:]
    private var anchors: [String: SchemaScope] = [:]

    init(registry: [String: JSONValue], isIntake: Bool, defaultDialect: Dialect) {
        self.isIntake = isIntake
        self.defaultDialect = defaultDialect
        self.registry = registry
    }

    func vocabulary(of scope: SchemaScope) -> Vocabulary { documents[scope.document].vocabulary }

    /// Adds a document and everything in it that has a URI.
    mutating func add(_ root: JSONValue, uri: String) throws(SchemaError) -> LocatedSchema {
        let base = URIReference(uri).withoutFragment
        let scope = SchemaScope(document: documents.count, pointer: "", base: base, resourcePointer: "")
        let dialect = try dialect(of: root, at: scope)
        documents.append(Document(root: root, vocabulary: Vocabulary(dialect: dialect, isIntake: isIntake)))
        resources[base.text] = scope
        scan(root, scope)
        return located(root, scope)
    }

    private func dialect(of root: JSONValue, at scope: SchemaScope) throws(SchemaError) -> Dialect {
        guard let uri = root["$schema"]?.string else { return defaultDialect }
        if let dialect = knownDialect(uri) { return dialect }
        let known = isIntake ? "The intake supports drafts 4 and 7" : "Drafts 4, 6 and 7 are supported"
        throw scope.below("$schema").error(
            "the dialect \(uri) is not known.", "\(known); write \"\(Dialect.draft7.uri)\", for example.")
    }

    /// The intake's validator has drafts 4 and 7 only.
    private func knownDialect(_ uri: String) -> Dialect? {
        Dialect(uri: uri).flatMap { isIntake && $0 == .draft6 ? nil : $0 }
    }

    /// The same schema with the base that its own identifier gives it.
    func located(_ value: JSONValue, _ scope: SchemaScope) -> LocatedSchema {
        guard let base = documents[scope.document].bases[scope.pointer] else {
            return .init(value: value, scope: scope)
        }
        var scope = scope
        scope.base = base
        scope.resourcePointer = scope.pointer
        return LocatedSchema(value: value, scope: scope)
    }

    // MARK: - Identifiers

    private mutating func scan(_ schema: JSONValue, _ scope: SchemaScope) {
        guard case .object(let object) = schema else { return }
        let vocabulary = vocabulary(of: scope)
        if let identifier = vocabulary.identifier(of: object) { register(identifier, at: scope) }
        let scope = located(schema, scope).scope
        vocabulary.forEachSubschema(of: object) { subschema, tokens in
            scan(subschema, tokens.reduce(scope) { $0.below($1) })
        }
    }

    /// An identifier names a resource; with a fragment it names a part of it.
    private mutating func register(_ identifier: String, at scope: SchemaScope) {
        let uri = scope.base.resolving(URIReference(identifier))
        var own = scope
        if !identifier.hasPrefix("#") {
            own.base = uri.withoutFragment
            own.resourcePointer = own.pointer
            documents[scope.document].bases[scope.pointer] = own.base
            if resources[own.base.text] == nil || scope.pointer.isEmpty { resources[own.base.text] = own }
        }
        if let fragment = uri.fragment, !fragment.isEmpty { anchors[uri.text] = own }
    }

    // MARK: - References

    /// The schema that a reference leads to.
    mutating func resolve(_ reference: String, from scope: SchemaScope) throws(SchemaError) -> LocatedSchema {
        let uri = scope.base.resolving(URIReference(reference))
        // Looking for the document may add it, with its anchors.
        let document = anchors[uri.text] == nil ? try resource(at: uri.withoutFragment.text) : nil
        if let anchor = anchors[uri.text] { return located(value(at: anchor) ?? false, anchor) }
        guard let document else {
            throw scope.below("$ref").error(
                "the reference \(reference) leads to \(uri.withoutFragment.text), which is not available.",
                "Put that document into the registry, or correct the reference.")
        }
        let fragment = uri.decodedFragment
        guard let schema = follow(fragment, in: document) else {
            throw scope.below("$ref").error(
                "the reference \(reference) leads nowhere: there is no \(fragment) in \(document.name).",
                "Correct the reference, or add what it names.")
        }
        return schema
    }

    private mutating func resource(at uri: String) throws(SchemaError) -> SchemaScope? {
        if let scope = resources[uri] { return scope }
        if let document = registeredDocument(at: uri) { return try add(document, uri: uri).scope }
        if let dialect = Dialect(uri: uri) { return try add(MetaSchema.document(of: dialect), uri: uri).scope }
        // An available document may have the URI inside. One in an unknown dialect is skipped.
        for (other, document) in registry where !addedURIs.contains(other) {
            guard document["$schema"]?.string.map({ knownDialect($0) != nil }) ?? true else { continue }
            addedURIs.insert(other)
            _ = try add(document, uri: other)
        }
        return resources[uri]
    }

    private mutating func registeredDocument(at uri: String) -> JSONValue? {
        guard !addedURIs.contains(uri) else { return nil }
        if registry[uri] == nil, !hasNormalizedRegistry {
            registry = Dictionary(registry.map { (URIReference($0).withoutFragment.text, $1) }) { $1 }
            hasNormalizedRegistry = true
        }
        guard let document = registry[uri] else { return nil }
        addedURIs.insert(uri)
        return document
    }

    /// What a JSON pointer leads to; each `$id` on the way moves the base.
    private func follow(_ pointer: String, in resource: SchemaScope) -> LocatedSchema? {
        guard pointer.isEmpty || pointer.hasPrefix("/"), let root = value(at: resource) else { return nil }
        var current = LocatedSchema(value: root, scope: resource)
        for token in JSONPointer.tokens(of: pointer) {
            guard let child = current.value.child(token) else { return nil }
            current = located(child, current.scope.below(token))
        }
        return current
    }

    /// The value at a location in an added document.
    private func value(at scope: SchemaScope) -> JSONValue? {
        var value: JSONValue? = documents[scope.document].root
        for token in JSONPointer.tokens(of: scope.pointer) { value = value?.child(token) }
        return value
    }
}
