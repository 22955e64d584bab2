import EventSchema
import EventStreams

/// Adds to an event what its stream asks for, and the client's own fields: each only where the schema has the property.
///
/// Of an event whose schema cannot be had nothing is known. An interaction is then taken to have every property, since
/// the client made it in the form of the base schemas; a whole event goes as it came.
struct ContextStage: Sendable {
    let installID: String?

    /// The attributes that go with every event, asked for or not.
    private static let always: [ContextualAttribute] = [.agentClientPlatform, .agentClientPlatformFamily]

    /// What the stream gets, as far as it is known: what always goes, and what it asks for, each once.
    static func attributes(of stream: StreamConfiguration) -> [ContextualAttribute] {
        always + stream.providedAttributes.filter { !always.contains($0) }
    }

    func add(to event: inout Event, for stream: StreamConfiguration, schema: Schema?) {
        let isWhole = event.isWhole
        let has: ([String]) -> Bool = { path in schema.map { $0.declares(path) } ?? !isWhole }
        if event[["client_dt"]] == nil {
            add(.string(event.submission.time.iso8601), at: ["dt"], to: &event, has)
        }
        if let domain = event.submission.context.domain, event[["meta", "domain"]] == nil {
            add(.string(domain), at: ["meta", "domain"], to: &event, has)
        }
        for attribute in Self.attributes(of: stream) {
            if let value = value(of: attribute, for: event.submission) {
                add(value, at: attribute.path, to: &event, has)
            }
        }
        addSample(stream.sampling, to: &event, has)
        if schema != nil { addMobileEnvelope(to: &event, has) }
    }

    private func add(_ value: JSONValue, at path: [String], to event: inout Event, _ has: ([String]) -> Bool) {
        if has(path) { event.set(value, at: path) }
    }

    private func value(of attribute: ContextualAttribute, for submission: Submission) -> JSONValue? {
        if let value = submission.context[attribute] { return value }
        switch attribute {
        case .agentAppInstallID: return installID.map(JSONValue.string)
        case .performerSessionID: return submission.identity.session.map(JSONValue.string)
        case .performerPageviewID: return submission.identity.pageview.map(JSONValue.string)
        default: return nil
        }
    }

    private func addSample(_ sampling: SamplingRule, to event: inout Event, _ has: ([String]) -> Bool) {
        guard let unit = sampling.unit, let rate = sampling.rate, has(["sample"]) else {
            return
        }
        event.set(["unit": .string(unit.rawValue), "rate": .number(rate)], at: ["sample"])
    }

    /// The older mobile family's fields. Only schemas of that family have them.
    private func addMobileEnvelope(to event: inout Event, _ has: ([String]) -> Bool) {
        let context = event.submission.context
        add(value(of: .agentAppInstallID, for: event.submission) ?? .null, at: ["app_install_id"], to: &event, has)
        if let session = value(of: .performerSessionID, for: event.submission) {
            add(session, at: ["app_session_id"], to: &event, has)
        }
        if let isLoggedIn = context.performer.isLoggedIn { add(.bool(!isLoggedIn), at: ["is_anon"], to: &event, has) }
        if let isTemp = context.performer.isTemp { add(.bool(isTemp), at: ["is_temp"], to: &event, has) }
        if let language = context.performer.languagePrimary {
            add(.string(language), at: ["primary_language"], to: &event, has)
        }
    }
}
