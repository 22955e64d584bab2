import EventSchema
import EventStreams
import EventSupport

/// What an explanation says about each stage.
extension StreamExplainer {
    /// A sentence, and the values that the stage decides by.
    struct Words {
        let why: String
        let details: JSONObject
        /// What has to be known for the stage to be decided: units of identifiers, fields of attributes.
        let unknown: [String]

        init(_ why: String, _ details: JSONObject = [:], unknown: [String] = []) {
            var details = details
            if !unknown.isEmpty { details["unknown"] = .array(unknown.map(JSONValue.string)) }
            (self.why, self.details, self.unknown) = (why, details, unknown)
        }
    }

    /// The words for a stage that has run; `nil` for one that has nothing to decide about this event.
    ///
    /// `end` is why the event leaves the list at this stage, `nil` when it continues. `event` is as the stage left it.
    func words(
        for stage: EventLifecycle.Stage, _ end: EventPipeline.EarlyExit?, _ event: EventPipeline.Event
    ) -> Words? {
        switch stage {
        case .shutdown: end.map { _ in Words("the client is shut down") }
        case .consent: Words(Self.words(of: snapshot.consent), ["consent": .string(snapshot.consent.rawValue)])
        case .configuration: wordsForConfiguration(event)
        case .throttle: wordsForThrottle(passes: end == nil)
        case .action: end.map { _ in Words("the action is empty; name what happened") }
        case .encoding, .envelope: end.map { Words($0.detail ?? "the event is not a JSON object") }
        default: event.lookup.stream.flatMap { words(for: stage, $0, end, event) }
        }
    }

    private func words(
        for stage: EventLifecycle.Stage, _ stream: StreamConfiguration, _ end: EventPipeline.EarlyExit?,
        _ event: EventPipeline.Event
    ) -> Words? {
        switch stage {
        case .sampling: wordsForSampling(stream, event.submission, isIn: end == nil)
        case .schema: foundSchema.map { wordsForSchema(event.schemaID, $0) }
        case .context: wordsForContext(stream, event)
        case .curation: wordsForCuration(stream, event)
        case .validation:
            wordsForValidation(stream, failure: end?.detail ?? event.validationFailure, isDropped: end != nil)
        case .size: wordsForSize(stream, event, failure: end?.detail)
        case .sequenceNumber: wordsForSequenceNumber(event)
        case .dispatch: wordsForDispatch(stream)
        default: nil
        }
    }

    private func wordsForConfiguration(_ event: EventPipeline.Event) -> Words {
        let name = event.submission.stream
        guard let configurations = snapshot.streams else {
            return Words("no stream configurations have arrived; events wait in the input buffer")
        }
        let issues = (configurations.quarantined.flatMap(\.issues) + configurations.diagnostics)
            .filter { $0.stream == configurations.key(of: name) }
        var details: JSONObject = [
            "issues": .array(issues.map { ["path": .string($0.setting), "message": .string($0.message)] })
        ]
        guard let stream = event.lookup.stream else {
            guard event.lookup.refusal == .streamQuarantined else { return Words(Self.unknown(name, configurations)) }
            return Words("its configuration is broken: \(issues.map(\.text).joined(separator: "; "))", details)
        }
        let isPattern = stream.name != name
        details["entry"] = .string(stream.name)
        details["found_by"] = isPattern ? "pattern" : "name"
        details["schema_title"] = stream.schemaTitle.map(JSONValue.string) ?? .null
        details["topics"] = .array(stream.topics.map(JSONValue.string))
        let found = isPattern ? "the pattern \(stream.name) matches" : "a stream has exactly this name"
        return Words(found + issues.map { "; but " + $0.text }.joined(), details)
    }

    private func wordsForSampling(_ stream: StreamConfiguration, _ submission: Submission, isIn: Bool) -> Words {
        let rule = stream.sampling
        let identifiers = SamplingIdentifiers(
            submission.identity, device: snapshot.installID, context: submission.context)
        let identifier = rule.unit.flatMap { identifiers[$0] }
        var details: JSONObject = ["in_sample": .bool(isIn)]
        if let unit = rule.unit, let rate = rule.rate {
            details["unit"] = .string(unit.rawValue)
            details["rate"] = .number(rate)
            details["identifier"] = identifier.map(JSONValue.string) ?? .null
            details["position"] = identifier.flatMap(rule.position).map { .number($0) } ?? .null
        }
        guard let unit = unknownUnit(identifier, stream), let rate = rule.rate else {
            return Words(Self.words(of: rule, identifier, hint: identifierHint), details)
        }
        details["in_sample"] = .null
        let why = "the \(unit.rawValue) id, which decides at rate \(rate), is not known\(identifierHint(unit))"
        return Words(why, details, unknown: [unit.rawValue])
    }

    private func wordsForThrottle(passes: Bool) -> Words? {
        if snapshot.throttles.isEmpty { return nil }
        return Words(
            passes
                ? "the remote configuration lets this session pass" : "the remote configuration leaves this session out"
        )
    }

    private func wordsForSchema(_ id: SchemaID, _ found: FoundSchema) -> Words {
        let why =
            switch found {
            case .compiled: "\(id) is available"
            case .missing: "no source has \(id), so that the event is sent without validation"
            case .pending: "\(id) has to be fetched; the event waits for it in the store"
            }
        return Words(why, ["schema": .string(id.path)])
    }

    private func wordsForContext(_ stream: StreamConfiguration, _ event: EventPipeline.Event) -> Words {
        let added = attributes(addedTo: event, of: stream)
        let missing = added.filter { $0.path != nil && $0.value == nil }.map(\.attribute.name)
        let unlisted = added.filter { $0.path == nil }.map(\.attribute.name)
        let list: [JSONValue] = added.map { added in
            let attribute = added.attribute
            return [
                "name": .string(attribute.name),
                "path": .string((added.path ?? attribute.path).joined(separator: ".")),
                "type": .string(attribute.type.word), "source": .string(attribute.source.rawValue),
                "value": added.value ?? .null,
            ]
        }
        let given = added.filter { $0.value != nil }.map(\.attribute.name)
        let why =
            "adds \(given.isEmpty ? "nothing" : given.joined(separator: ", ")) where the event's schema has the "
            + "property"
            + (missing.isEmpty ? "" : "; unknown now: \(missing.joined(separator: ", "))")
            + (unlisted.isEmpty ? "" : "; not in the schema: \(unlisted.joined(separator: ", "))")
            + misuses.map { "; " + $0.text }.joined()
        return Words(why, ["attributes": .array(list), "missing": .array(missing.map(JSONValue.string))])
    }

    private func wordsForCuration(_ stream: StreamConfiguration, _ event: EventPipeline.Event) -> Words {
        let findings = stream.curation.findings(
            in: JSONValue(event.document.json), declaring: snapshot.declaredAttributes(in: event.submission.context))
        let removed = Dictionary(misuses.map { ($0.attribute, $0.text) }) { first, _ in first }
        let rules: [JSONValue] = findings.map { finding in
            var rule: JSONObject = [
                "attribute": .string(finding.attribute),
                "operator": finding.operator.map { .string($0.rawValue) } ?? .null,
                "value": finding.value ?? .null, "holds": .bool(finding.holds),
            ]
            if !finding.holds, let why = removed[finding.attribute] { rule["removed"] = .string(why) }
            return .object(rule)
        }
        let unknown = unknownFields(findings, stream, event)
        if !unknown.isEmpty {
            let why = "give \(unknown.joined(separator: ", ")), which the rules decide by"
            return Words(why, ["rules": .array(rules)], unknown: unknown)
        }
        let failed = findings.filter { !$0.holds }.map { finding in
            let value =
                finding.value.map { "is \($0.jsonText)" } ?? removed[finding.attribute].map { "is missing: \($0)" }
                ?? "is missing, which no rule allows"
            let rule = [finding.attribute, finding.operator?.rawValue].compactMap(\.self).joined(separator: " ")
            return "\(rule) fails, since the value \(value)"
        }
        let why =
            findings.isEmpty
            ? "there are no rules" : failed.isEmpty ? "every rule holds" : failed.joined(separator: "; ")
        return Words(why, ["rules": .array(rules)])
    }

    private func wordsForValidation(_ stream: StreamConfiguration, failure: String?, isDropped: Bool) -> Words {
        let mode = snapshot.settings.validation.mode
        let details: JSONObject = [
            "mode": .string("\(mode)"), "schema_title": stream.schemaTitle.map(JSONValue.string) ?? .null,
        ]
        if isDropped, let failure { return Words(failure, details) }
        let title =
            stream.schemaTitle.map { "a version of \($0)" }
            ?? "a schema; the stream names no title, so the intake will refuse it"
        let consequence =
            switch mode {
            case .enforce: "an invalid event is dropped (\(DropReason.invalid.rawValue))"
            case .warn: "an invalid event is reported and sent"
            case .off: "the client does not validate it"
            }
        let remark = failure.map { "; but \($0)" } ?? ""
        return Words("the event must be valid by \(title); \(consequence)\(remark)", details)
    }

    private func wordsForSize(_ stream: StreamConfiguration, _ event: EventPipeline.Event, failure: String?) -> Words {
        let (service, _) = snapshot.settings.network.destinations.service(named: stream.destination)
        let (size, limit) = snapshot.settings.requestSize(ofEvent: event.body, destination: service)
        let least = event.isPartial ? "at least " : ""
        return Words(
            failure ?? "a request with this event alone has \(least)\(size) bytes, the byte limit is \(limit)",
            ["bytes": .number(size), "limit": .number(limit)])
    }

    private func wordsForSequenceNumber(_ event: EventPipeline.Event) -> Words? {
        guard snapshot.settings.store.sendsSequenceNumbers else { return nil }
        let why =
            event.isNumbered
            ? "the store writes a number into meta.sequence_number"
            : event.schema == nil
                ? "no number is written without the schema"
                : "no number is written, since the schema does not allow it"
        return Words(why, ["numbered": .bool(event.isNumbered)])
    }

    private func wordsForDispatch(_ stream: StreamConfiguration) -> Words {
        let destinations = snapshot.settings.network.destinations
        let (service, isKnown) = destinations.service(named: stream.destination)
        let mode = snapshot.settings.dispatchMode
        var why = "goes to \(service), \(mode)"
        if !isKnown { why += "; no URL is known for “\(stream.destination ?? "")”" }
        if stream.destination == nil { why += "; the stream names no destination" }
        let url = destinations.url(of: service).map { JSONValue.string($0.withoutSecrets) }
        return Words(why, ["destination": .string(service), "url": url ?? .null, "mode": .string("\(mode)")])
    }

    // MARK: - Parts

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

    /// `hint` is what follows where the identifier is missing.
    static func words(
        of rule: SamplingRule, _ identifier: String?, hint: (SamplingUnit) -> String = { _ in "" }
    ) -> String {
        switch rule {
        case .all: return "the stream does not sample: everything is in"
        case .malformed(let reason): return "the sampling cannot be read, so nothing is in: \(reason)"
        case .sample(let unit, let rate, let salt):
            if rate >= 1 { return "every \(unit.rawValue) is in, at rate \(rate)" }
            if rate <= 0 { return "no \(unit.rawValue) is in, at rate \(rate)" }
            guard let identifier else {
                return "there is no \(unit.rawValue) id, so it is out at rate \(rate)" + hint(unit)
            }
            guard let position = rule.position(of: identifier) else {
                return "the \(unit.rawValue) id does not begin with 8 hexadecimal digits, so it is out"
            }
            let side = position < rate ? "below" : "not below"
            let salted = salt == nil ? "" : " under the stream's salt"
            return "the position of the \(unit.rawValue) id is \(position)\(salted), \(side) the rate \(rate)"
        }
    }
}
