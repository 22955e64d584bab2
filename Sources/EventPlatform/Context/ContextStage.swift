import EventSchema
import EventStreams

/// The contextual attributes of an event: which of them its stream asks for, and where they go.
///
/// ``selection(from:_:_:for:schema:schemaID:)`` runs on the caller's thread once stream configurations are there, so
/// that nothing else leaves it; ``add(_:to:submittedAt:domain:for:schema:)`` runs in the pipeline.
enum ContextStage {
    /// The attributes that go with every event, asked for or not.
    private static let always: [ContextualAttribute] = [.agentClientPlatform, .agentClientPlatformFamily]

    /// The attributes that the stream gets where they have a value: those of every event, and those that it asks for,
    /// each once.
    static func attributes(of stream: StreamConfiguration) -> [ContextualAttribute] {
        always + stream.providedAttributes.filter { !always.contains($0) }
    }

    // MARK: - Selecting

    /// The part of a context that an event of the stream may carry, with the identifiers of the client filled in.
    ///
    /// `identity` is the session and the page view of the call; `installID` is the install id, `nil` until the store
    /// has been opened. `schema` is the schema of the event, where it is compiled; it may have fields of the older
    /// mobile family.
    static func selection(
        from context: Context, _ identity: Sessions.Identity, installID: String?, for stream: StreamConfiguration,
        schema: Schema?, schemaID: SchemaID
    ) -> Context {
        var selected = Context.empty
        selected.domain = context.domain
        for attribute in attributes(of: stream) + OlderMobileFields.attributes(for: schema, schemaID) {
            selected[attribute] = value(of: attribute, context, identity, installID)
        }
        return selected
    }

    /// The value that the app has set, else the client's own.
    private static func value(
        of attribute: ContextualAttribute, _ context: Context, _ identity: Sessions.Identity, _ installID: String?
    ) -> JSONValue? {
        if let value = context[attribute] { return value }
        return switch attribute {
        case .agentAppInstallID: installID.map(JSONValue.string)
        case .performerSessionID: identity.session.map(JSONValue.string)
        case .performerPageviewID: identity.pageview.map(JSONValue.string)
        default: nil
        }
    }

    // MARK: - Adding

    /// Adds to an event the platform's envelope and what its stream asks for, each only where the schema has the
    /// property.
    ///
    /// Where there is no schema, an interaction has every property, since the client made it in the form of the base
    /// schemas; a whole event gets the envelope only: `dt` and `meta.domain`.
    ///
    /// `selected` is the result of ``selection(from:_:installID:for:schema:schemaID:)``. `domain` is the domain that
    /// the call named; it is added whatever the schema has.
    static func add(
        _ selected: Context, to event: inout EventDocument, submittedAt time: Timestamp, domain: String?,
        for stream: StreamConfiguration, schema: Schema?
    ) {
        let mayHaveContext = schema != nil || !event.isWhole
        func declares(_ path: [String]) -> Bool { schema?.declares(path) ?? true }
        if event[["client_dt"]] == nil, declares(["dt"]) { event.set(.string(time.iso8601), at: ["dt"]) }
        if let domain {
            event.set(.string(domain), at: ["meta", "domain"])
        } else if let domain = selected.domain, declares(["meta", "domain"]) {
            event.set(.string(domain), at: ["meta", "domain"])
        }
        guard mayHaveContext else { return }
        for attribute in attributes(of: stream) where declares(attribute.path) {
            if let value = selected[attribute] { event.set(value, at: attribute.path) }
        }
        if let unit = stream.sampling.unit, let rate = stream.sampling.rate, declares(["sample"]) {
            event.set(["unit": .string(unit.rawValue), "rate": .number(rate)], at: ["sample"])
        }
        if let schema { OlderMobileFields.add(selected, to: &event, schema) }
    }
}

/// The fields of the older mobile family: only its schemas have them. Source: the platform's mobile apps.
enum OlderMobileFields {
    private static let fields: [(path: [String], attribute: ContextualAttribute)] = [
        (["app_install_id"], .agentAppInstallID), (["app_session_id"], .performerSessionID),
        (["is_anon"], .performerIsLoggedIn), (["is_temp"], .performerIsTemp),
        (["primary_language"], .performerLanguagePrimary),
    ]

    /// The family's schemas have this title before their own.
    private static let titlePrefix = "/analytics/mobile_apps/"

    /// The attributes behind the fields that the schema has; where it is not compiled, its title decides.
    static func attributes(for schema: Schema?, _ id: SchemaID) -> [ContextualAttribute] {
        if let schema { return fields.filter { schema.declares($0.path) }.map(\.attribute) }
        return id.path.hasPrefix(titlePrefix) ? fields.map(\.attribute) : []
    }

    static func add(_ selected: Context, to event: inout EventDocument, _ schema: Schema) {
        for (path, attribute) in fields where schema.declares(path) {
            switch (attribute, selected[attribute]) {
            case (.performerIsLoggedIn, .bool(let isLoggedIn)?): event.set(.bool(!isLoggedIn), at: path)
            case (.performerIsLoggedIn, _): break
            case (.agentAppInstallID, nil): event.set(.null, at: path)
            case (_, let value?): event.set(value, at: path)
            default: break
            }
        }
    }
}
