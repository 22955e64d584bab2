import EventSchema
package import EventStreams
import EventSupport

/// Explains what would become of an event, by the rules that the pipeline applies.
package struct StreamExplainer: Sendable {
    /// The configurations in force; `nil` before any have arrived.
    package var configurations: StreamConfigurations?
    /// 20 hexadecimal digits; `nil` where there is no session.
    package var session: String?
    /// The install id.
    package var device: String?
    package var pageview: String?
    /// The contextual attributes of the app.
    package var context: Context
    package var consent: Consent = .granted
    /// What a remote configuration throttles.
    var throttles = Throttles()
    /// The schema of the event; `nil` for a version of the one that the stream accepts.
    package var schema: SchemaID?
    /// ``schema``, if it is available: then what the client adds to the event is validated.
    var compiledSchema: CompiledSchema?
    package var validation: ValidationMode = .enforce
    package var dispatchMode: DispatchMode = .periodic()
    /// Why the schema refuses every event of the stream, where that is known; otherwise `nil`.
    package var refusal: String?
    /// The settings of the client, with their layers.
    var settings: [ExplainedSetting] = []
    /// `nil` when the table of services is not given.
    package var destinations: Destinations?

    package init(configurations: StreamConfigurations?, context: Context) {
        self.configurations = configurations
        self.context = context
    }

    package func explain(_ name: String) -> StreamExplanation {
        var stages = [consentStage, configurationStage(name)]
        if let stream = configurations?[name] {
            let event = event(for: stream, named: name)
            stages += [samplingStage(stream, name)] + throttleStages(name)
            stages += [
                contextStage(stream, event), curationStage(stream, event),
                validationStage(stream, event), dispatchStage(stream),
            ]
        }
        return StreamExplanation(stream: name, stages: stages, settings: settings)
    }

    // MARK: - Stages

    private var consentStage: StreamExplanation.Stage {
        stage(
            "consent", consent == .declined ? .drops(.consentDeclined) : .passes, Self.words(of: consent),
            ["consent": .string(consent.rawValue)])
    }

    private func configurationStage(_ name: String) -> StreamExplanation.Stage {
        guard let configurations else {
            return stage(
                "configuration", .waits, "no stream configurations have arrived; events wait in the input buffer")
        }
        let issues = (configurations.quarantined.flatMap(\.issues) + configurations.diagnostics)
            .filter { $0.stream == configurations.key(of: name) }
        let details: JSONObject = [
            "issues": .array(issues.map { ["path": .string($0.setting), "message": .string($0.message)] })
        ]
        guard let stream = configurations[name] else {
            // The reason comes from the stage that the gate and the pipeline use.
            guard case .refused(let reason) = admission(to: name), reason == .streamQuarantined else {
                return stage("configuration", .drops(.unknownStream), Self.unknown(name, configurations))
            }
            let broken = issues.map(\.text).joined(separator: "; ")
            return stage("configuration", .drops(reason), "its configuration is broken: \(broken)", details)
        }
        let isPattern = stream.name != name
        var parts = details
        parts["entry"] = .string(stream.name)
        parts["found_by"] = isPattern ? "pattern" : "name"
        parts["schema_title"] = stream.schemaTitle.map(JSONValue.string) ?? .null
        parts["topics"] = .array(stream.topics.map(JSONValue.string))
        let found = isPattern ? "the pattern \(stream.name) matches" : "a stream has exactly this name"
        return stage("configuration", .passes, found + Self.remarks(issues), parts)
    }

    private func samplingStage(_ stream: StreamConfiguration, _ name: String) -> StreamExplanation.Stage {
        let rule = stream.sampling
        let identifier = rule.unit.flatMap { identifiers[$0] }
        let isIn = if case .admitted = admission(to: name) { true } else { false }
        var details: JSONObject = ["in_sample": .bool(isIn)]
        if let unit = rule.unit, let rate = rule.rate {
            details["unit"] = .string(unit.rawValue)
            details["rate"] = .number(rate)
            details["identifier"] = identifier.map(JSONValue.string) ?? .null
            details["position"] = identifier.flatMap(rule.position).map { .number($0) } ?? .null
        }
        return stage("sampling", isIn ? .passes : .drops(.outOfSample), Self.words(of: rule, identifier), details)
    }

    /// The stage of the throttles, where there are any.
    private func throttleStages(_ name: String) -> [StreamExplanation.Stage] {
        guard !throttles.isEmpty else { return [] }
        let passes = throttles.pass(name, session: identifiers.session)
        let why =
            passes
            ? "the remote configuration lets this session pass" : "the remote configuration leaves this session out"
        return [stage("throttle", passes ? .passes : .drops(.throttled), why)]
    }

    private func contextStage(_ stream: StreamConfiguration, _ event: EventDocument?) -> StreamExplanation.Stage {
        let added = ContextStage.attributes(of: stream)
        let values = added.map { ($0, event?[$0.path]) }
        let isInSchema = { compiledSchema?.fields.attributes.contains($0) ?? true }
        let missing = values.filter { $0.1 == nil && isInSchema($0.0) }.map(\.0.rawValue)
        let unlisted = added.filter { !isInSchema($0) }.map(\.rawValue)
        let list: [JSONValue] = values.map { attribute, value in
            [
                "name": .string(attribute.rawValue), "path": .string(attribute.path.joined(separator: ".")),
                "type": .string(attribute.type.rawValue), "source": .string(attribute.source.rawValue),
                "value": value ?? .null,
            ]
        }
        let given = values.filter { $0.1 != nil }.map(\.0.rawValue)
        let why =
            "adds \(given.isEmpty ? "nothing" : given.joined(separator: ", ")) where the event's schema has the "
            + "property"
            + (missing.isEmpty ? "" : "; unknown now: \(missing.joined(separator: ", "))")
            + (unlisted.isEmpty ? "" : "; not in the schema: \(unlisted.joined(separator: ", "))")
        return stage(
            "context", .passes, why,
            ["attributes": .array(list), "missing": .array(missing.map(JSONValue.string))])
    }

    private func curationStage(_ stream: StreamConfiguration, _ event: EventDocument?) -> StreamExplanation.Stage {
        let findings = event.map { stream.curation.findings(in: $0.json) } ?? []
        let rules: [JSONValue] = findings.map { finding in
            [
                "attribute": .string(finding.attribute),
                "operator": finding.operator.map { .string($0.rawValue) } ?? .null,
                "value": finding.value ?? .null, "holds": .bool(finding.holds),
            ]
        }
        let failed = findings.filter { !$0.holds }.map { finding in
            let value = finding.value.map { "is \($0.jsonText)" } ?? "is missing, which no rule allows"
            let rule = [finding.attribute, finding.operator?.rawValue].compactMap(\.self).joined(separator: " ")
            return "\(rule) fails, since the value \(value)"
        }
        let why =
            findings.isEmpty
            ? "there are no rules" : failed.isEmpty ? "every rule holds" : failed.joined(separator: "; ")
        return stage("curation", failed.isEmpty ? .passes : .drops(.curated), why, ["rules": .array(rules)])
    }

    private func validationStage(_ stream: StreamConfiguration, _ event: EventDocument?) -> StreamExplanation.Stage {
        let mismatch = schema.flatMap {
            ValidationStage.titleMismatch(title: $0.title, streamTitle: stream.schemaTitle)
        }
        let failure = mismatch ?? refusal ?? event.flatMap { invalidity(of: $0, in: stream) }
        let details: JSONObject = [
            "mode": .string("\(validation)"), "schema_title": stream.schemaTitle.map(JSONValue.string) ?? .null,
        ]
        if let failure, validation == .enforce { return stage("validation", .drops(.invalid), failure, details) }
        let title =
            stream.schemaTitle.map { "a version of \($0)" }
            ?? "a schema; the stream names no title, so the intake will refuse it"
        let consequence =
            switch validation {
            case .enforce: "an invalid event is dropped (\(DropReason.invalid.rawValue))"
            case .warn: "an invalid event is reported and sent"
            case .off: "the client does not validate it"
            }
        let remark = failure.map { "; but \($0)" } ?? ""
        return stage("validation", .passes, "the event must be valid by \(title); \(consequence)\(remark)", details)
    }

    /// The findings of the schema in the parts of the event that the client makes: all of them in an interaction by a
    /// base schema, otherwise the contextual attributes.
    private func invalidity(of event: EventDocument, in stream: StreamConfiguration) -> String? {
        guard validation != .off, let schema, let compiledSchema else { return nil }
        let isBase = BaseSchemas.documents[schema.withoutFragment.path] != nil
        let added = ContextStage.attributes(of: stream).map { "/" + $0.path.joined(separator: "/") }
        let findings = ValidationStage.findings(in: event, compiledSchema.schema, for: stream).filter { finding in
            isBase || added.contains { (finding.instanceLocation + "/").hasPrefix($0 + "/") }
        }
        return findings.isEmpty ? nil : ValidationStage.words(of: findings)
    }

    private func dispatchStage(_ stream: StreamConfiguration) -> StreamExplanation.Stage {
        let table = destinations ?? Destinations(services: [:], fallback: stream.destination ?? Destinations.analytics)
        let (service, isKnown) = table.service(named: stream.destination)
        var why = "goes to \(service), \(dispatchMode)"
        if destinations != nil, !isKnown { why += "; no URL is known for “\(stream.destination ?? "")”" }
        if stream.destination == nil { why += "; the stream names no destination" }
        let url = destinations?.url(of: service).map { JSONValue.string($0.withoutSecrets) }
        return stage(
            "dispatch", consent == .pending ? .waits : .passes, why,
            ["destination": .string(service), "url": url ?? .null, "mode": .string("\(dispatchMode)")])
    }

    // MARK: - Parts

    private var identity: Sessions.Identity { Sessions.Identity(session: session, pageview: pageview) }

    private var identifiers: SamplingIdentifiers {
        SamplingIdentifiers(identity, device: device, context: context)
    }

    /// The admission as the gate and the pipeline decide it.
    private func admission(to name: String) -> SamplingStage.Admission {
        SamplingStage.admission(to: name, in: configurations, identifiers)
    }

    /// An interaction with its context, as the pipeline would make it; a schema that is not available counts as one
    /// that has every property.
    private func event(for stream: StreamConfiguration, named name: String) -> EventDocument? {
        let submission = Submission(
            stream: name, schema: schema ?? .appBase, id: "", time: Timestamp(milliseconds: 0), context: context,
            content: .interaction(["action": "explain"]))
        guard var event = Self.document(of: submission) else { return nil }
        let selected = ContextStage.selection(
            from: context, identity, installID: device, for: stream, schema: compiledSchema,
            schemaID: submission.schema)
        ContextStage.add(
            selected, to: &event, submittedAt: submission.time, domain: nil, for: stream, schema: compiledSchema)
        return event
    }

    private static func document(of submission: Submission) -> EventDocument? {
        // An interaction that is written here is always a JSON object.
        do { return try submission.document() } catch { return nil }
    }

    private func stage(
        _ name: String, _ outcome: StreamExplanation.Outcome, _ why: String, _ details: JSONObject = [:]
    ) -> StreamExplanation.Stage {
        StreamExplanation.Stage(name: name, outcome: outcome, why: why, details: details)
    }
}

// MARK: - Words

extension StreamExplainer {
    private static func words(of consent: Consent) -> String {
        switch consent {
        case .granted: "consent is granted"
        case .pending: "consent is pending; events are stored, not sent"
        case .declined: "consent is declined"
        }
    }

    private static func unknown(_ name: String, _ configurations: StreamConfigurations) -> String {
        let unread = configurations.quarantined.map(\.name).filter { $0.hasPrefix("/") }
        let remark =
            unread.isEmpty ? "" : "; quarantined patterns, which match no name: \(unread.joined(separator: ", "))"
        return "no stream has this name and no pattern matches it" + remark + configurations.hint(for: name)
    }

    private static func remarks(_ issues: [StreamIssue]) -> String {
        issues.map { "; but " + $0.text }.joined()
    }

    static func words(of rule: SamplingRule, _ identifier: String?) -> String {
        switch rule {
        case .all: return "the stream does not sample: everything is in"
        case .malformed(let reason): return "the sampling cannot be read, so nothing is in: \(reason)"
        case .sample(let unit, let rate, let salt):
            if rate >= 1 { return "every \(unit.rawValue) is in, at rate \(rate)" }
            if rate <= 0 { return "no \(unit.rawValue) is in, at rate \(rate)" }
            guard let identifier else { return "there is no \(unit.rawValue) id, so it is out at rate \(rate)" }
            guard let position = rule.position(of: identifier) else {
                return "the \(unit.rawValue) id does not begin with 8 hexadecimal digits, so it is out"
            }
            let side = position < rate ? "below" : "not below"
            let salted = salt == nil ? "" : " under the stream's salt"
            return "the position of the \(unit.rawValue) id is \(position)\(salted), \(side) the rate \(rate)"
        }
    }
}
