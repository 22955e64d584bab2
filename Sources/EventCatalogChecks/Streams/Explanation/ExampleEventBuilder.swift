import EventCatalog
import EventSchema
import EventStreams

/// Makes the example event of a stream: the first of the schema's `examples`, or what the schema requires, with the
/// envelope that the client writes and the attributes that the stream lists. Values are tried with the validator.
struct ExampleEventBuilder {
    private let stream: StreamConfiguration
    private let version: SchemaVersion
    private let root: SchemaNode
    private let intake: IntakeFields
    private let vocabulary: Vocabulary
    private var example = ExampleEvent(event: [:])

    /// What the intake adds or replaces, so that clients leave it out.
    private static let fromIntake = [["meta", "dt"], ["meta", "request_id"], ["http"]]
    /// The properties that the client adds for the older mobile family, at the root of the event.
    private static let olderMobile = ["app_install_id", "app_session_id", "is_anon", "is_temp", "primary_language"]
    /// The maximum depth of required properties that are filled in.
    private static let maximumDepth = 8

    /// The example event of `stream`, in which the stream is called `name`.
    static func example(
        of stream: StreamConfiguration, named name: String, _ version: SchemaVersion, in schemas: SchemaRepository,
        _ vocabulary: Vocabulary
    ) -> ExampleEvent {
        let root = SchemaNode(version.document, in: SchemaDocuments(schemas))
        var builder = ExampleEventBuilder(stream, version, root, vocabulary)
        builder.build(named: name)
        return builder.example
    }

    private init(
        _ stream: StreamConfiguration, _ version: SchemaVersion, _ root: SchemaNode, _ vocabulary: Vocabulary
    ) {
        (self.stream, self.version, self.root, self.vocabulary) = (stream, version, root, vocabulary)
        intake = IntakeFields(stream)
    }

    private mutating func build(named name: String) {
        let given = (version.document["examples"]?.array ?? []).first { $0.object != nil }
        example.event = envelope(named: name, given ?? [:])
        if given == nil {
            addDeclared("action")
            fillRequired(of: root, at: [], depth: 0)
        }
        addClientFields()
        for path in Self.fromIntake { remove(path) }
        let always = ContextualAttribute.ofEveryEvent
        let asked = always + stream.contextualAttributes.filter { !always.contains($0) }.map(vocabulary.declared)
        for attribute in vocabulary.attributes.map(\.attribute) where !asked.contains(attribute) { remove(attribute) }
        for attribute in asked { add(attribute) }
        example.findings = findings(in: example.event)
        example.refusals = example.findings.filter(holdsForEveryEvent)
        example.passesCuration = stream.curation.verdict(on: example.event, declaring: vocabulary.own) == .passes
    }

    /// Whether a finding does not depend on the values of the example.
    private func holdsForEveryEvent(_ finding: Finding) -> Bool {
        let location = finding.instanceLocation
        guard finding.keywordLocation.hasSuffix("/required") else {
            return ["/$schema", "/meta"].contains { (location + "/").hasPrefix($0 + "/") }
        }
        // An app may write what is required and declared; a closed schema forbids what is not declared.
        let isClosed = root.keyword("additionalProperties") == false && root.keyword("patternProperties") == nil
        return location.isEmpty && isClosed && root.required.contains { root.property($0) == nil }
    }

    // MARK: - The client's fields

    /// The event of the schema with `$schema` and `meta` in front, as the client writes them.
    private func envelope(named name: String, _ given: JSONValue) -> JSONValue {
        var meta: JSONObject = ["stream": .string(name)]
        if version.schema.declares(["meta", "id"]) { meta["id"] = "019b76da-a800-7000-8000-000000000000" }
        for (member, value) in given["meta"]?.object ?? [:] { meta.insert(value, forNewName: member) }
        var event: JSONObject = ["$schema": .string(version.uri), "meta": .object(meta)]
        for (member, value) in given.object ?? [:] { event.insert(value, forNewName: member) }
        return .object(event)
    }

    private mutating func addClientFields() {
        if example.event["client_dt"] == nil { addDeclared("dt") }
        if version.schema.declares(["sample"]) {
            let rule = stream.sampling
            if let unit = rule.unit, let rate = rule.rate {
                example.event.set(["unit": .string(unit.rawValue), "rate": .number(rate)], at: ["sample"])
            } else {
                remove(["sample"])
            }
        }
        for name in Self.olderMobile { addDeclared(name) }
    }

    private mutating func addDeclared(_ name: String) {
        guard example.event[name] == nil, let node = root.property(name) else { return }
        fill([name], node, depth: 0)
    }

    // MARK: - Attributes

    private mutating func add(_ attribute: ContextualAttribute) {
        guard version.schema.declares(attribute.path) else {
            if !ContextualAttribute.ofEveryEvent.contains(attribute) { example.notInSchema.append(attribute) }
            return
        }
        if example.event[path: attribute.path] != nil, passes(attribute, example.event) { return }
        let candidates =
            attribute.examples(curatedBy: operands(of: attribute))
            + PlausibleValues.of(property(at: attribute.path), named: attribute.path.last ?? "")
        let fitting = candidates.filter { accepts($0, at: attribute.path) }
        let chosen = fitting.first { passes(attribute, setting($0, at: attribute.path)) } ?? fitting.first
        if let chosen { example.event.set(chosen, at: attribute.path[...]) }
    }

    private func property(at path: [String]) -> SchemaNode? { path.reduce(root) { $0?.property($1) } }

    private mutating func remove(_ attribute: ContextualAttribute) {
        remove(attribute.path)
        if example.event[path: attribute.path] != nil { example.requiredOnly.append(attribute) }
    }

    private func passes(_ attribute: ContextualAttribute, _ event: JSONValue) -> Bool {
        stream.curation.findings(in: event, declaring: vocabulary.own).allSatisfy {
            $0.attribute != attribute.name || $0.holds
        }
    }

    /// The operands of the curation of an attribute.
    private func operands(of attribute: ContextualAttribute) -> [JSONValue] {
        let path = ["producers", "metrics_platform_client", "curation"]
        let rules = JSONValue.object(stream.settings)[path: path]?.object ?? [:]
        return rules.filter { vocabulary.attribute(named: $0.name) == attribute }
            .flatMap { $0.value.object?.map(\.value) ?? [] }
    }

    // MARK: - Required properties

    private mutating func fillRequired(of node: SchemaNode, at path: [String], depth: Int) {
        for name in node.required where example.event[path: path + [name]] == nil {
            guard let property = node.property(name) else { continue }
            fill(path + [name], property, depth: depth)
        }
    }

    private mutating func fill(_ path: [String], _ node: SchemaNode, depth: Int) {
        if node.type == "object", depth < Self.maximumDepth {
            example.event.set([:], at: path[...])
            return fillRequired(of: node, at: path, depth: depth + 1)
        }
        let candidates = PlausibleValues.of(node, named: path.last ?? "")
        if let value = candidates.first(where: { accepts($0, at: path) }) ?? candidates.first {
            example.event.set(value, at: path[...])
        }
    }

    // MARK: - Trying

    private func setting(_ value: JSONValue, at path: [String]) -> JSONValue {
        var event = example.event
        event.set(value, at: path[...])
        return event
    }

    /// Whether the schema has nothing against a value at that path.
    private func accepts(_ value: JSONValue, at path: [String]) -> Bool {
        let place = path.map { "/" + JSONPointer.escape($0) }.joined()
        return !findings(in: setting(value, at: path)).contains {
            $0.instanceLocation == place || $0.instanceLocation.hasPrefix(place + "/")
        }
    }

    private func findings(in event: JSONValue) -> [Finding] {
        version.schema.findings(in: intake.completing(event, by: version.schema))
    }

    /// Removes the value at a path, and the object around it when that is empty then, unless the schema requires it.
    private mutating func remove(_ path: [String]) {
        guard example.event[path: path] != nil else { return }
        let before = findings(in: example.event)
        let event = JSONValue.object((example.event.object ?? [:]).removing(path[...]))
        guard findings(in: event).count <= before.count else { return }
        example.event = event
        let around = path.dropLast()
        if !around.isEmpty, event[path: around]?.object?.isEmpty == true { remove(Array(around)) }
    }
}
