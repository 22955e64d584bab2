import EventSchema
import EventStreams

/// The contextual attributes of an event: which of them its stream lists, and where they go.
///
/// A submission has the whole context, which it shares with the other submissions; the pipeline takes from it what the
/// stream lists.
enum StreamContext {
    /// The attributes that go with every event, listed or not.
    private static let always: [ContextualAttribute] = [.agentClientPlatform, .agentClientPlatformFamily]

    /// The attributes that the stream gets where they have a value: those of every event, and those that it lists, each
    /// once.
    static func attributes(of stream: StreamConfiguration) -> [ContextualAttribute] {
        always + stream.contextualAttributes.filter { !always.contains($0) }
    }

    // MARK: - Selecting

    /// The part of a context that an event of the stream may carry, with the identifiers of the client filled in.
    ///
    /// `identity` is the session and the page view of the call; `installID` is the install id, `nil` until the store
    /// has been opened. `schema` is the schema of the event, where it is compiled; it may have fields of the older
    /// mobile family.
    static func selection(
        from context: Context, _ identity: Sessions.Identity, installID: String?, for stream: StreamConfiguration,
        schema: CompiledSchema?, schemaID: SchemaID
    ) -> Context {
        let older = OlderMobileField.attributes(for: schema, schemaID)
        var selected = context.filter { isIncluded($0, stream, older) }
        complete(&selected, identity, installID: installID, for: stream, older)
        return selected
    }

    /// Fills in the identifiers of the client, as far as the stream lists them. The context of the submission may have
    /// further attributes: ``add(_:to:domain:for:schema:)`` passes over them.
    static func complete(
        _ context: inout Context, _ identity: Sessions.Identity, installID: String?, for stream: StreamConfiguration,
        schema: CompiledSchema?, schemaID: SchemaID
    ) {
        let older = OlderMobileField.attributes(for: schema, schemaID)
        complete(&context, identity, installID: installID, for: stream, older)
    }

    private static func complete(
        _ context: inout Context, _ identity: Sessions.Identity, installID: String?, for stream: StreamConfiguration,
        _ older: [ContextualAttribute]
    ) {
        func fill(_ attribute: ContextualAttribute, _ value: String?) {
            guard let value, isIncluded(attribute, stream, older), context[attribute] == nil else { return }
            context[attribute] = .string(value)
        }
        fill(.agentAppInstallID, installID)
        fill(.performerSessionID, identity.session)
        fill(.performerPageviewID, identity.pageview)
    }

    private static func isIncluded(
        _ attribute: ContextualAttribute, _ stream: StreamConfiguration, _ older: [ContextualAttribute]
    ) -> Bool {
        stream.contextualAttributes.contains(attribute) || always.contains(attribute)
            || stream.ownAttributes.contains(attribute)  // curation rules may name one that is not listed
            || older.contains(attribute) && !stream.hiddenAttributes.contains(attribute)
    }

    // MARK: - Adding

    /// Adds to the members that the client gives an event the time, the domain and the attributes that its stream
    /// lists, each only where the schema has the property.
    ///
    /// Where there is no schema, an interaction has every property, since the client made it in the form of the base
    /// schemas; a whole event gets the envelope only: `dt` and `meta.domain`.
    ///
    /// `context` is the result of ``selection(from:_:_:for:schema:schemaID:)``, or a whole context after
    /// ``complete(_:_:installID:for:schema:schemaID:)``; attributes that a selection would leave out are not added.
    /// `domain` is the domain that the call named; it is added whether or not the schema has the property.
    static func add(
        _ context: Context, to event: inout EventTemplate, domain: String?, for stream: StreamConfiguration,
        schema: CompiledSchema?
    ) {
        let fields = schema?.fields ?? .all
        addEnvelope(to: &event, domain, context, fields)
        guard schema != nil || !event.isWhole else { return }
        add(attributes(of: stream), of: context, to: &event, fields)
        if fields.hasSample, let unit = stream.sampling.unit, let rate = stream.sampling.rate {
            event.set(["unit": .string(unit.rawValue), "rate": .number(rate)], at: ["sample"])
        }
        for field in fields.olderMobile where !stream.hiddenAttributes.contains(field.attribute) {
            field.add(context, to: &event)
        }
    }

    /// Adds what ``add(_:to:domain:for:schema:)`` adds where there is no schema, for a tool that has no
    /// stream configurations either. Without the stream its sample is not known.
    ///
    /// `isSelected` is whether the context is the result of ``selection(from:_:_:for:schema:schemaID:)``. Of another
    /// context only the attributes of every event are added, since the stream need not list the others.
    static func addWithoutStream(
        _ context: Context, isSelected: Bool, to event: inout EventTemplate, domain: String?
    ) {
        addEnvelope(to: &event, domain, context, .all)
        guard !event.isWhole else { return }
        add(isSelected ? context.attributes : always, of: context, to: &event, .all)
    }

    private static func addEnvelope(
        to event: inout EventTemplate, _ domain: String?, _ context: Context, _ fields: EnvelopeFields
    ) {
        if fields.hasTime, !event.hasClientTime { event.set(.time, at: ["dt"]) }
        if let domain {
            event.set(.string(domain), at: ["meta", "domain"])
        } else if let domain = context.domain, fields.hasDomain {
            event.set(.string(domain), at: ["meta", "domain"])
        }
    }

    private static func add(
        _ attributes: [ContextualAttribute], of context: Context, to event: inout EventTemplate,
        _ fields: EnvelopeFields
    ) {
        for attribute in attributes {
            guard let (attribute, value) = context.entry(of: attribute), let path = fields.path(of: attribute) else {
                continue
            }
            // What the event has in the field of an own attribute says more about it than the context does.
            event.set(value, at: path, keepingOwn: attribute.isOwn)
        }
    }

    // MARK: - Reviewing

    /// What is wrong with an app's own attributes in a stream: the schema has no field for one, or two have one field.
    ///
    /// `declared` gives an attribute the field and the type that it is declared with.
    static func review(
        _ stream: StreamConfiguration, schema: CompiledSchema?, schemaID: SchemaID,
        declared: (ContextualAttribute) -> ContextualAttribute
    ) -> [Diagnostic] {
        let fields = schema?.fields ?? .all
        var found: [(attribute: ContextualAttribute, path: [String])] = []
        return stream.ownAttributes.compactMap { attribute in
            let attribute = declared(attribute)
            guard let path = fields.path(of: attribute) else { return noField(of: attribute, stream, schemaID) }
            defer { found.append((attribute, path)) }
            let other = found.first { $0.path.starts(with: path) || path.starts(with: $0.path) }
            return other.map { oneField(path, of: $0.attribute, attribute, stream) }
        }
    }

    private static func noField(
        of attribute: ContextualAttribute, _ stream: StreamConfiguration, _ schema: SchemaID
    ) -> Diagnostic {
        Diagnostic(
            kind: .streamConfiguration,
            message: "\(stream.name): “\(attribute)” is not an attribute of the platform, and \(schema) has no field "
                + "for it; events go without it")
    }

    private static func oneField(
        _ path: [String], of first: ContextualAttribute, _ second: ContextualAttribute, _ stream: StreamConfiguration
    ) -> Diagnostic {
        Diagnostic(
            kind: .misuse,
            message: "\(stream.name): the attributes \(first) and \(second) have one field, "
                + "\(path.joined(separator: ".")); where both have a value, events have that of \(first)")
    }
}

/// A field of the older mobile family: only its schemas have them. Source: the platform's mobile apps.
struct OlderMobileField: Sendable {
    let path: [String]
    let attribute: ContextualAttribute

    static let all = [
        OlderMobileField(path: ["app_install_id"], attribute: .agentAppInstallID),
        OlderMobileField(path: ["app_session_id"], attribute: .performerSessionID),
        OlderMobileField(path: ["is_anon"], attribute: .performerIsLoggedIn),
        OlderMobileField(path: ["is_temp"], attribute: .performerIsTemp),
        OlderMobileField(path: ["primary_language"], attribute: .performerLanguagePrimary),
    ]

    /// The family's schemas have this title before their own.
    private static let titlePrefix = "/analytics/mobile_apps/"

    /// The attributes behind the fields that the schema has; where it is not compiled, its title decides.
    static func attributes(for schema: CompiledSchema?, _ id: SchemaID) -> [ContextualAttribute] {
        if let schema { return schema.fields.olderMobile.map(\.attribute) }
        return id.path.hasPrefix(titlePrefix) ? all.map(\.attribute) : []
    }

    func add(_ context: Context, to event: inout EventTemplate) {
        switch (attribute, context[attribute]) {
        case (.performerIsLoggedIn, .bool(let isLoggedIn)?): event.set(.bool(!isLoggedIn), at: path)
        case (.performerIsLoggedIn, _): break
        case (.agentAppInstallID, nil): event.set(.null, at: path)
        case (_, let value?): event.set(value, at: path)
        default: break
        }
    }
}
