import EventSupport

/// Applies the pipeline's decisions, and decides submissions that had to wait.
extension PipelineRunner {
    /// Decides a submission and applies the decision.
    ///
    /// `isRecorded` is whether the stored ledger already counts it as submitted, as for one from the input buffer.
    /// `snapshot` is as old as the drain; ``commit(to:)`` sees a refusal that came later. `now` is when the event is
    /// stored.
    func process(_ submission: Submission, isRecorded: Bool, by snapshot: DecisionSnapshot, at now: StorageTime) {
        if submission.isAdmitted {
            apply(submission, isRecorded: isRecorded, by: snapshot, at: now)
        } else {
            apply(resolvingSession(of: submission), isRecorded: isRecorded, by: snapshot, at: now)
        }
    }

    private func apply(
        _ submission: Submission, isRecorded: Bool, by snapshot: DecisionSnapshot, at now: StorageTime
    ) {
        let decision = pipeline.decide(submission, by: snapshot, schemas: { schema($0, in: snapshot) }, at: now)
        switch consume decision {
        case .store(let row, let isUnvalidated):
            if isUnvalidated { commitStage.countUnvalidated(submission.stream) }
            commitStage.add(.event(row), isRecorded: isRecorded)
        case .drop(let reason, let detail): drop(submission, reason, isRecorded: isRecorded, detail: detail)
        case .bufferUntilConfigured: buffer(submission)
        case .storeUntilSchema(let schema, let row):
            commitStage.add(.event(row), isRecorded: isRecorded)
            awaitSchema(schema)
        }
    }

    /// The schema with an id. One that is not compiled in `snapshot` may be since, as by the event before.
    ///
    /// While events wait for a schema, later ones wait too, so that their order stays.
    private func schema(_ id: SchemaID, in snapshot: DecisionSnapshot) -> FoundSchema {
        if awaited.contains(id) { return .pending }
        if let schema = snapshot.schemas.compiled(id) { return .compiled(schema) }
        return loader.lookUp(id, in: dependencies.snapshot.now)
    }

    /// The submission with the session in place of one of this process that was found to continue it.
    private func resolvingSession(of submission: Submission) -> Submission {
        let id = submission.identity.session
        let resolved = dependencies.caller.withLock { $0.sessions.resolved(id) }
        return submission.changed { $0.identity.session = resolved }
    }

    func drop(_ submission: Submission, _ reason: DropReason, isRecorded: Bool, detail: String? = nil) {
        report(submission, reason, detail)
        if reason == .unknownStream { dependencies.unknownStreams.record(submission.stream) }
        commitStage.drop(submission.stream, reason, isRecorded: isRecorded)
    }

    private func report(_ submission: Submission, _ reason: DropReason, _ detail: String?) {
        let snapshot = dependencies.snapshot.now
        guard let onDrop = snapshot.onDrop else { return }
        onDrop(
            DropRecord(
                origin: submission.origin, stream: submission.stream, reason: reason, detail: detail,
                event: submission.json))
    }

    /// Decides submissions that waited for stream configurations, and events that waited for schemas, as far as these
    /// have arrived.
    func decideUndecided(_ store: any EventStore) {
        guard dependencies.snapshot.now.streams != nil else { return }
        decideInputBuffer(store)
        for schema in awaited.schemas { decideAwaiting(schema, store) }
    }

    // MARK: - The input buffer

    private func buffer(_ submission: Submission) {
        let entry = inputBuffer.hold(submission)
        let mirror = HeldSubmission(
            number: entry.number, stream: submission.stream, submission: submission.encoded())
        commitStage.add(.held(mirror), isRecorded: false)
        for entry in inputBuffer.evictExcess() { drop(entry, as: .inputBufferFull) }
    }

    func drop(_ entry: InputBuffer.Entry, as reason: DropReason) {
        commitStage.removeSubmission(entry.number)
        drop(entry.submission, reason, isRecorded: true)
    }

    /// Decides the submissions in the input buffer, one transaction at a time, until a commit fails.
    private func decideInputBuffer(_ store: any EventStore) {
        let snapshot = dependencies.snapshot.now
        while !inputBuffer.entries.isEmpty {
            let now = StorageTime(dependencies.clocks)
            for entry in inputBuffer.removeFirst(snapshot.eventsPerTransaction) {
                process(entry.submission, isRecorded: true, by: snapshot, at: now)
                commitStage.removeSubmission(entry.number)
            }
            guard commit(to: store) else { return }
        }
    }

    /// Decodes held submissions of the store. One that is sealed is kept in ``sealed``; another one that cannot be
    /// decoded is dropped as ``DropReason/unencodable``.
    func decodeHeld(_ held: [HeldSubmission]) -> [InputBuffer.Entry] {
        sealed += held.filter(\.isSealed)
        if !sealed.isEmpty {
            dependencies.diagnostics.report(
                .store,
                "\(sealed.count) events that wait for stream configurations are sealed, and the cipher cannot open "
                    + "them; they stay in the store. Set the cipher that sealed them")
        }
        return held.filter { !$0.isSealed }.compactMap { held in
            if let submission = decode(held.submission) {
                return InputBuffer.Entry(number: held.number, submission: submission)
            }
            drop(held, as: .unencodable)
            return nil
        }
    }

    /// Drops a held submission that is in the store only.
    func drop(_ held: HeldSubmission, as reason: DropReason) {
        commitStage.removeSubmission(held.number)
        commitStage.drop(held.stream, reason, isRecorded: true)
    }

    /// The encoded submission; `nil`, with a diagnostic, when the bytes are damaged.
    func decode(_ bytes: [UInt8]) -> Submission? {
        dependencies.diagnostics.attempt("reading a submission") { try Submission(bytes) }
    }

    // MARK: - Schemas

    /// The maximum number of slices of a schema's events in one drain, so that other events are processed in between.
    private static let slicesPerDrain = 16

    private func awaitSchema(_ schema: SchemaID) {
        guard !awaited.contains(schema) else { return }
        awaited.insert(schema, until: dependencies.clocks.sinceBoot + schemaTimeout)
        Task { await loader.load(schema) }
    }

    /// Decides the events that wait for a schema, in the order of submission: all of them when the schema is available
    /// or missing, otherwise those whose deadline has passed.
    private func decideAwaiting(_ schema: SchemaID, _ store: any EventStore) {
        let snapshot = dependencies.snapshot.now
        let found = loader.lookUp(schema, in: snapshot)
        if case .pending = found, !awaited.isDue(schema, at: dependencies.clocks.sinceBoot) { return }
        for _ in 0..<Self.slicesPerDrain {
            guard commit(to: store) else { return }  // decided rows must not be read again
            let events = dependencies.diagnostics.attempt("reading the store") {
                try store.events(awaiting: schema.path, atMost: eventsPerTransaction)
            }
            guard let events else { return }
            guard let first = events.first else { return endAwaiting(schema) }
            let due = events.prefix { isDue($0, found) }
            guard !due.isEmpty else { return keepAwaiting(schema, until: deadline(of: first)) }
            for event in due { decide(event, found, snapshot) }
        }
        dependencies.inbox.arrived.raise()  // the next drain decides the others
    }

    private func isDue(_ event: AwaitingEvent, _ found: FoundSchema) -> Bool {
        if case .pending = found { deadline(of: event) <= dependencies.clocks.sinceBoot } else { true }
    }

    private func decide(_ event: AwaitingEvent, _ found: FoundSchema, _ snapshot: DecisionSnapshot) {
        guard let submission = decode(event.submission) else {
            return commitStage.finish(FinishedEvent(row: event.row, outcome: .dropped(.unencodable)))
        }
        let schema: FoundSchema = if case .pending = found { .missing } else { found }
        switch pipeline.decide(submission, by: snapshot, schemas: { _ in schema }, at: event.storedAt) {
        case .store(let row, let isUnvalidated):
            if isUnvalidated { commitStage.countUnvalidated(submission.stream) }
            commitStage.decide(DecidedEvent(row: event.row, isNumbered: row.isNumbered, body: row.body))
        case .drop(let reason, let detail):
            report(submission, reason, detail)
            commitStage.finish(FinishedEvent(row: event.row, outcome: .dropped(reason)))
        // Neither occurs: stream configurations are there, and the schema is not pending.
        case .bufferUntilConfigured: break
        case .storeUntilSchema: break
        }
    }

    private func keepAwaiting(_ schema: SchemaID, until deadline: Duration) {
        awaited.insert(schema, until: deadline)
        Task { await loader.load(schema) }
    }

    private func endAwaiting(_ schema: SchemaID) {
        awaited.remove(schema)
        Task { await loader.stop(schema) }
    }

    private var eventsPerTransaction: Int { dependencies.snapshot.now.eventsPerTransaction }
    private var schemaTimeout: Duration { max(.zero, dependencies.snapshot.settings.validation.schemaTimeout.bounded) }

    /// When an event stops waiting for its schema, as time since boot.
    ///
    /// For an event of an earlier boot, the time it has waited is measured on the wall clock, from zero to the whole
    /// time-out.
    private func deadline(of event: AwaitingEvent) -> Duration {
        let restored = restoredAt ?? StorageTime(dependencies.clocks)
        if event.storedAt.bootID == dependencies.clocks.bootID {
            return .milliseconds(event.storedAt.millisecondsSinceBoot) + schemaTimeout
        }
        let waited = Duration.milliseconds(restored.wall.milliseconds) - .milliseconds(event.storedAt.wall.milliseconds)
        return .milliseconds(restored.millisecondsSinceBoot) + schemaTimeout - min(max(.zero, waited), schemaTimeout)
    }
}
