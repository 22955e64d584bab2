import EventSchema
import EventStreams

extension EventPipeline {
    /// An event between two stages.
    struct Event: Sendable {
        let submission: Submission
        let stream: StreamConfiguration
        var document: EventDocument
        var schemaID: SchemaID
        /// `nil` when no source has the schema.
        var schema: CompiledSchema?

        /// Whether it is stored without validation although the settings require it.
        func isUnvalidated(by rules: Rules) -> Bool { schema == nil && rules.settings.validation.mode != .off }
    }

    /// Why an event leaves the pipeline before the last stage.
    enum EarlyExit: Error {
        case drop(DropReason, detail: String? = nil)
        case noConfiguration
        case schemaPending(Event)
    }

    func checkConsent(_ rules: Rules) throws(EarlyExit) {
        if rules.consent == .declined { throw .drop(.consentDeclined) }
    }

    /// The stream of an admitted event. An event that was admitted on the caller's thread is not sampled again.
    func admit(_ submission: Submission, _ rules: Rules) throws(EarlyExit) -> StreamConfiguration {
        if submission.isAdmitted, let stream = rules.stream(named: submission.stream) { return stream }
        let identifiers = SamplingIdentifiers(
            submission.identity, device: rules.installID, context: submission.context)
        switch SamplingStage.admission(to: submission.stream, in: rules.streams, identifiers) {
        case .admitted(let stream):
            if let reason = SamplingStage.throttling(by: rules.throttles, submission.stream, identifiers) {
                throw .drop(reason)
            }
            return stream
        case .refused(let reason): throw .drop(reason)
        case .undecided: throw .noConfiguration
        }
    }

    func assemble(_ submission: Submission, for stream: StreamConfiguration) throws(EarlyExit) -> Event {
        let document: EventDocument
        do { document = try submission.document() } catch {
            diagnostics.report(.misuse, "an event for \(submission.stream) is not a JSON object: \(error)")
            throw .drop(.unencodable)
        }
        guard document.hasEnvelope else {
            let failure = "meta is not an object, so that the event has neither a stream nor an id"
            diagnostics.report(.invalidEvent, "\(submission.stream): \(failure)")
            throw .drop(.invalid, detail: failure)
        }
        let schemaID = (document.schema ?? submission.schema).withoutFragment
        return Event(submission: submission, stream: stream, document: document, schemaID: schemaID)
    }

    func findSchema(of event: inout Event, _ schemas: (SchemaID) -> FoundSchema) throws(EarlyExit) {
        switch schemas(event.schemaID) {
        case .compiled(let schema): event.schema = schema
        case .missing: event.schema = nil
        case .pending: throw .schemaPending(event)
        }
    }

    func addContext(to event: inout Event, _ rules: Rules) {
        let submission = event.submission
        guard !submission.isVerbatim else { return }
        var context = submission.context
        ContextStage.complete(
            &context, submission.identity, installID: rules.installID, for: event.stream, schema: event.schema,
            schemaID: event.schemaID)
        ContextStage.add(
            context, to: &event.document, submittedAt: submission.time, domain: submission.domain, for: event.stream,
            schema: event.schema)
    }

    func curate(_ event: Event) throws(EarlyExit) {
        guard case .passes = event.stream.curation.verdict(on: event.document.json) else { throw .drop(.curated) }
    }

    func validate(_ event: inout Event, _ rules: Rules) throws(EarlyExit) {
        let stage = ValidationStage(mode: rules.settings.validation.mode)
        let failure = stage.failure(
            of: &event.document, event.schema, named: event.schemaID, for: event.stream)
        guard let failure else { return }
        diagnostics.report(.invalidEvent, "\(event.submission.stream), schema \(event.schemaID): \(failure)")
        if stage.mode == .enforce { throw .drop(.invalid, detail: failure) }
    }

    /// The row of a decided event. An event that is too large for a request is dropped here, before it is stored.
    func row(for event: Event, _ rules: Rules, at now: StorageTime) throws(EarlyExit) -> NewEvent {
        var row = row(of: event, body: event.document.bytes, rules, at: now)
        let (size, limit) = rules.settings.requestSize(ofEvent: row.body, destination: row.destination)
        guard size <= limit else {
            let detail = "the event makes a request of \(size) bytes, the byte limit is \(limit)"
            diagnostics.report(.delivery, "event \(row.id) of \(row.stream): \(detail); dropped")
            throw .drop(.tooLarge, detail: detail)
        }
        row.isNumbered = rules.settings.store.sendsSequenceNumbers && mayCarryNumber(event)
        return row
    }

    /// Whether the schema allows a sequence number in this event; `false` without a schema.
    private func mayCarryNumber(_ event: Event) -> Bool {
        guard let schema = event.schema else { return false }
        return ValidationStage.allows(
            .number(1), at: SequenceNumber.path, of: event.document, schema, for: event.stream)
    }

    // MARK: - Early exits

    func decision(
        on exit: EarlyExit, _ submission: Submission, _ rules: Rules, at now: StorageTime
    ) -> Decision {
        switch exit {
        case .drop(let reason, let detail): .drop(reason, detail: detail)
        case .noConfiguration: .hold
        case .schemaPending(let event): .await(event.schemaID, awaitingRow(of: event, rules, at: now))
        }
    }

    /// The row of an event whose schema is loading. Its body is the admitted submission.
    private func awaitingRow(of event: Event, _ rules: Rules, at now: StorageTime) -> NewEvent {
        var submission = event.submission
        submission.context = ContextStage.selection(
            from: submission.context, submission.identity, installID: rules.installID, for: event.stream,
            schema: event.schema, schemaID: event.schemaID)
        submission.isAdmitted = true
        submission.identity = Sessions.Identity()
        var row = row(of: event, body: submission.encoded(), rules, at: now)
        row.awaitedSchema = event.schemaID.path
        return row
    }

    private func row(of event: Event, body: [UInt8], _ rules: Rules, at now: StorageTime) -> NewEvent {
        let (service, isKnown) = rules.settings.network.destinations.service(named: event.stream.destination)
        if !isKnown {
            let name = event.stream.destination ?? ""
            diagnostics.report(
                .streamConfiguration,
                "\(event.stream.name): no URL is known for destination \(name); its events go to \(service)")
        }
        let name = event.submission.stream
        var row = NewEvent(
            id: event.document.id, stream: name, destination: service,
            priority: rules.settings.store.priorities[name] ?? .normal, storedAt: now, body: body)
        row.isIDGenerated = event.document.isIDGenerated
        return row
    }
}
