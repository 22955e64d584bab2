import EventSchema
import EventStreams

/// The stages of an ``EventLifecycle`` from the submit call to the row in the store.
///
/// The gate runs the first of them on the caller's thread, the ``ClientCore`` all that the call has not decided, and
/// ``StreamExplainer`` all of them, to put each into words. A stage does not suspend.
struct EventPipeline: Sendable {
    typealias Stage = EventLifecycle.Stage

    private let diagnostics: Diagnostics
    /// What the stage `context` adds.
    private var templates = EventTemplates()

    init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Decides what becomes of a submission.
    ///
    /// All stages use the same `snapshot`. `schemas` returns the schema with an id; `now` is when the event is stored.
    mutating func decide(
        _ submission: Submission, by snapshot: DecisionSnapshot, schemas: (SchemaID) -> FoundSchema,
        at now: StorageTime
    ) -> Decision {
        var event = Event(submission)
        do throws(EarlyExit) {
            for stage in Stage.pipeline where !submission.hasDecided(stage) {
                try run(stage, on: &event, by: snapshot, schemas)
            }
            let row = makeRow(of: event, for: try event.stream, by: snapshot, at: now)
            return .store(row, isUnvalidated: event.isUnvalidated(by: snapshot))
        } catch {
            switch error {
            case .drop(let reason, let detail): return .drop(reason, detail: detail)
            case .noConfiguration: return .bufferUntilConfigured
            case .schemaPending(let stream):
                let row = makeAwaitingRow(of: event, for: stream, by: snapshot, at: now)
                return .storeUntilSchema(event.schemaID, row)
            }
        }
    }

    /// Runs one stage; does nothing for one that is not of the pipeline.
    mutating func run(
        _ stage: Stage, on event: inout Event, by snapshot: DecisionSnapshot, _ schemas: (SchemaID) -> FoundSchema
    ) throws(EarlyExit) {
        switch stage {
        case .configuration: try resolveStream(of: &event, snapshot)
        case .shutdown, .consent, .sampling, .throttle: try check(stage, event, snapshot)
        case .action: try checkAction(event)
        case .encoding: try encode(&event)
        case .envelope: try checkEnvelope(event)
        case .schema: try findSchema(of: &event, schemas)
        case .context: try addContext(to: &event, snapshot)
        case .curation: try curate(event, snapshot)
        case .validation: try validate(&event, snapshot)
        case .size: try checkSize(of: &event, snapshot)
        case .sequenceNumber: try decideNumber(of: &event, snapshot)
        case .inbox, .inputBuffer, .commit, .store, .upkeep, .dispatch, .lease, .request, .verdict, .ledger: break
        }
    }

    // MARK: - The gate

    private func check(_ stage: Stage, _ event: Event, _ snapshot: DecisionSnapshot) throws(EarlyExit) {
        let submission = event.submission
        let reason = snapshot.refusal(
            at: stage, of: event.lookup, named: submission.stream,
            SamplingIdentifiers(submission.identity, device: snapshot.installID, context: submission.context))
        if let reason { throw .drop(reason) }
    }

    private func resolveStream(of event: inout Event, _ snapshot: DecisionSnapshot) throws(EarlyExit) {
        event.lookup = snapshot.lookUp(event.submission.stream)
        _ = try event.stream
    }

    // MARK: - What the app gave

    private func checkAction(_ event: Event) throws(EarlyExit) {
        guard event.submission.content.hasEmptyAction else { return }
        let stream = event.submission.stream
        diagnostics.report(.misuse, "an interaction for \(stream) has an empty action; name what happened")
        throw .drop(.emptyAction)
    }

    private func encode(_ event: inout Event) throws(EarlyExit) {
        do { event.document = try event.submission.document() } catch {
            diagnostics.report(.misuse, "an event for \(event.submission.stream) cannot be encoded: \(error)")
            throw .drop(.unencodable, detail: "\(error)")
        }
    }

    private func checkEnvelope(_ event: Event) throws(EarlyExit) {
        guard !event.document.hasEnvelope else { return }
        let failure = "meta is not an object, so that the event has neither a stream nor an id"
        diagnostics.report(.invalidEvent, "\(event.submission.stream): \(failure)")
        throw .drop(.invalid, detail: failure)
    }

    // MARK: - Completing and validating

    private func findSchema(of event: inout Event, _ schemas: (SchemaID) -> FoundSchema) throws(EarlyExit) {
        if let id = event.document.ownSchema { event.schemaID = id.withoutFragment }
        switch schemas(event.schemaID) {
        case .compiled(let schema): event.schema = schema
        case .missing: event.schema = nil
        case .pending: throw .schemaPending(try event.stream)
        }
    }

    private mutating func addContext(to event: inout Event, _ snapshot: DecisionSnapshot) throws(EarlyExit) {
        let (submission, stream) = (event.submission, try event.stream)
        if !submission.isVerbatim, !stream.ownAttributes.isEmpty { report(reviewOf: event, for: stream, snapshot) }
        let installID = submission.installID ?? snapshot.installID
        let layers = templates.layers(for: event, of: stream, installID: installID)
        event.document.add(layers, submittedAt: submission.time)
    }

    private func report(reviewOf event: Event, for stream: StreamConfiguration, _ snapshot: DecisionSnapshot) {
        let remarks = StreamContext.review(stream, schema: event.schema, schemaID: event.schemaID) {
            snapshot.declared($0, in: event.submission.context)
        }
        for remark in remarks {
            diagnostics.report(remark.kind, remark.message)
        }
    }

    private func curate(_ event: Event, _ snapshot: DecisionSnapshot) throws(EarlyExit) {
        let curation = try event.stream.curation
        guard !curation.isEmpty else { return }
        let own = snapshot.declaredAttributes(in: event.submission.context)
        let json = JSONValue(event.document.json)
        guard case .passes = curation.verdict(on: json, declaring: own) else { throw .drop(.curated) }
    }

    private func validate(_ event: inout Event, _ snapshot: DecisionSnapshot) throws(EarlyExit) {
        let stream = try event.stream
        var validator = EventValidator(mode: snapshot.settings.validation.mode)
        if event.isPartial { validator.fields = addedFields(of: event, for: stream, snapshot) }
        event.validationFailure =
            validator.failure(of: event.document, event.schema, named: event.schemaID, for: stream)
            ?? (validator.mode == .enforce ? event.presetFailure : nil)
        guard let failure = event.validationFailure else { return }
        diagnostics.report(.invalidEvent, "\(event.submission.stream), schema \(event.schemaID): \(failure)")
        if validator.mode == .enforce { throw .drop(.invalid, detail: failure) }
    }

    /// The fields of the attributes that the client adds to an event of the stream.
    private func addedFields(
        of event: Event, for stream: StreamConfiguration, _ snapshot: DecisionSnapshot
    ) -> [[String]] {
        let fields = event.schema?.fields ?? .all
        return StreamContext.attributes(of: stream).compactMap {
            fields.path(of: snapshot.declared($0, in: event.submission.context))
        }
    }

    // MARK: - What is stored

    private func checkSize(of event: inout Event, _ snapshot: DecisionSnapshot) throws(EarlyExit) {
        event.body = event.document.bytes
        let (service, _) = snapshot.settings.network.destinations.service(named: try event.stream.destination)
        let (size, limit) = snapshot.settings.requestSize(ofEvent: event.body, destination: service)
        guard size > limit else { return }
        let detail = "the event makes a request of \(size) bytes, the byte limit is \(limit)"
        diagnostics.report(
            .delivery, "event \(event.document.id) of \(event.submission.stream): \(detail); dropped")
        throw .drop(.tooLarge, detail: detail)
    }

    private func decideNumber(of event: inout Event, _ snapshot: DecisionSnapshot) throws(EarlyExit) {
        guard snapshot.settings.store.sendsSequenceNumbers, let schema = event.schema else { return }
        event.isNumbered = EventValidator.allows(
            .number(1), at: SequenceNumber.path, of: event.document, schema, for: try event.stream)
    }

    // MARK: - Rows

    /// The row of an event that has passed all stages.
    private func makeRow(
        of event: Event, for stream: StreamConfiguration, by snapshot: DecisionSnapshot, at now: StorageTime
    ) -> NewEvent {
        var row = row(withBody: event.body, of: event, for: stream, by: snapshot, at: now)
        row.isNumbered = event.isNumbered
        return row
    }

    /// The row of an event whose schema is loading. Its body is the admitted submission.
    private func makeAwaitingRow(
        of event: Event, for stream: StreamConfiguration, by snapshot: DecisionSnapshot, at now: StorageTime
    ) -> NewEvent {
        let context = StreamContext.selection(
            from: event.submission.context, event.submission.identity,
            installID: event.submission.installID ?? snapshot.installID, for: stream, schema: event.schema,
            schemaID: event.schemaID)
        let submission = event.submission.changed {
            $0.context = context
            $0.isAdmitted = true
            $0.identity = Sessions.Identity()
        }
        var row = row(withBody: submission.encoded(), of: event, for: stream, by: snapshot, at: now)
        row.awaitedSchema = event.schemaID.path
        return row
    }

    private func row(
        withBody body: [UInt8], of event: Event, for stream: StreamConfiguration, by snapshot: DecisionSnapshot,
        at now: StorageTime
    ) -> NewEvent {
        let (service, isKnown) = snapshot.settings.network.destinations.service(named: stream.destination)
        if !isKnown {
            let name = stream.destination ?? ""
            diagnostics.report(
                .streamConfiguration,
                "\(stream.name): no URL is known for destination \(name); its events go to \(service)")
        }
        let name = event.submission.stream
        var row = NewEvent(
            id: event.document.id, stream: name, destination: service,
            priority: snapshot.settings.store.priorities[name] ?? .normal, storedAt: now, body: body)
        row.isIDGenerated = event.document.isIDGenerated
        return row
    }

    // MARK: - Values

    /// An event on its path, with what the stages have found out about it and made of it.
    struct Event: Sendable {
        let submission: Submission
        /// The result of `configuration`.
        fileprivate(set) var lookup = StreamLookup.undecided
        /// Without properties before `encoding`.
        fileprivate(set) var document = EventDocument.empty
        fileprivate(set) var schemaID: SchemaID
        /// The result of `schema`; `nil` when no source has the schema.
        fileprivate(set) var schema: CompiledSchema?
        /// Whether properties of the app are missing, so that only what the client adds is validated: for an
        /// explanation.
        var isPartial = false
        /// Why the schema refuses the event, or every event of the stream, where that is known before `validation`: for
        /// an explanation.
        var presetFailure: String?
        /// Why the event is invalid, by `validation`; `nil` when it is valid.
        fileprivate(set) var validationFailure: String?
        /// The result of `size`: the event as JSON.
        fileprivate(set) var body: [UInt8] = []
        /// The result of `sequenceNumber`.
        fileprivate(set) var isNumbered = false

        init(_ submission: consuming Submission) {
            schemaID = submission.schema.withoutFragment
            self.submission = submission
        }

        /// The stream. An event without one leaves the list of stages.
        var stream: StreamConfiguration {
            get throws(EarlyExit) {
                switch lookup {
                case .found(let stream): return stream
                case .refused(let reason): throw .drop(reason)
                case .undecided: throw .noConfiguration
                }
            }
        }

        /// Whether it is stored without validation although the settings require it.
        fileprivate func isUnvalidated(by snapshot: DecisionSnapshot) -> Bool {
            schema == nil && snapshot.settings.validation.mode != .off
        }
    }

    /// The result for a submission. It is not copied, since it has a row.
    enum Decision: ~Copyable, Sendable {
        case store(NewEvent, isUnvalidated: Bool)
        case drop(DropReason, detail: String?)
        /// There are no stream configurations yet: the submission goes into the input buffer.
        case bufferUntilConfigured
        /// The schema is loading: the row keeps the submission until the schema has arrived.
        case storeUntilSchema(SchemaID, NewEvent)
    }

    /// Why an event leaves the list before its end.
    enum EarlyExit: Error {
        case drop(DropReason, detail: String? = nil)
        case noConfiguration
        case schemaPending(StreamConfiguration)

        /// What is wrong with a dropped event, where that is known.
        var detail: String? { if case .drop(_, let detail) = self { detail } else { nil } }
    }
}
