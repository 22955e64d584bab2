import EventStreams
import EventSupport

/// Decides submissions by the ``EventPipeline``, keeps those that have to wait, and commits the results. A part of the
/// ``ClientCore``.
struct Decider: Sendable {
    private let dependencies: ClientDependencies
    private let loader: SchemaLoader
    private var pipeline: EventPipeline
    private var inputBuffer: InputBuffer
    private var committer: Committer
    private var awaited = AwaitedSchemas()
    /// When ``inputBuffer`` and ``awaited`` were restored from the store.
    private var restoredAt: StorageTime?
    private var schedule = CommitSchedule()
    /// Whether something was committed since ``takeChange()``.
    private var hasCommitted = false
    /// Whether the last pass ended at a commit that failed, so that there may be more to decide.
    private var endedEarly = false

    init(_ dependencies: ClientDependencies, _ loader: SchemaLoader) {
        self.dependencies = dependencies
        self.loader = loader
        pipeline = EventPipeline(diagnostics: dependencies.diagnostics)
        committer = Committer(ledger: dependencies.ledger, diagnostics: dependencies.diagnostics)
        inputBuffer = InputBuffer(capacity: dependencies.snapshot.settings.inputBufferCapacity)
    }

    /// Takes over what earlier processes left in the store.
    mutating func restore(from opened: OpenedStore) {
        restoredAt = StorageTime(dependencies.clocks)
        committer.save(opened.newValues)
        for held in inputBuffer.restore(opened.heldSubmissions, dependencies.diagnostics) {
            drop(held, as: .unencodable)
        }
        restoreAwaited(in: opened.store)
    }

    // MARK: - What is due

    /// Whether events wait for stream configurations or for a schema.
    var hasUndecided: Bool { !inputBuffer.entries.isEmpty || !awaited.isEmpty }
    /// Whether a commit may be tried now, by the pause after one that failed.
    var mayCommit: Bool { schedule.mayCommit(now: now) }
    private var now: Duration { dependencies.clocks.sinceBoot }

    /// Notes that there is something to decide or to commit.
    mutating func noteWork() { schedule.noteWork(now: now) }

    /// When to decide and commit next, as time since boot; `nil` if nothing waits for it.
    ///
    /// While events that a refusal covers are in the store, submissions stay in the inbox, and nothing is due here.
    mutating func nextTime() -> Duration? {
        let (fill, savesSession, isHeldBack) = dependencies.caller.withLock(and: dependencies.inbox.content) {
            caller, inbox in (inbox.fill, caller.sessions.isWorthSaving, caller.snapshot.holdsBackSubmissions)
        }
        if isHeldBack { return nil }
        if fill != .empty || savesSession { noteWork() }
        let snapshot = dependencies.snapshot.now
        return schedule.nextTime(
            isFull: fill == .full, delay: snapshot.commitDelay,
            awaited: snapshot.streams == nil ? nil : awaited.nextDeadline)
    }

    /// Whether something was committed since the last call.
    mutating func takeChange() -> Bool {
        defer { hasCommitted = false }
        return hasCommitted
    }

    /// What a flush waits for until every event has a row that may be sent; `nil` for nothing.
    ///
    /// `nextFetch` is when stream configurations may arrive, as time since boot: now during a request, `nil` when none
    /// is planned.
    func flushState(until end: Duration, nextFetch: Duration?) -> FlushState? {
        if dependencies.snapshot.now.holdsBackSubmissions {
            return .ended(.blocked("what the user has refused cannot be removed from the store"))
        }
        if let retryAt = schedule.retryAt {
            return .time(retryAt, until: end, orBecause: "the store cannot be written; events wait in memory")
        }
        guard hasUndecided else {
            let isSealed = !inputBuffer.sealed.isEmpty
            return isSealed ? .ended(.blocked("events are sealed, and the cipher cannot open them")) : nil
        }
        if schedule.hasWork { return .time(now) }
        let snapshot = dependencies.snapshot.now
        let fetch = snapshot.streams == nil ? nextFetch : loader.nextResponse(for: awaited.schemas)
        let deadline =
            snapshot.streams == nil
            ? nil
            : awaited.nextDeadline.map {
                schedule.nextDecision(awaited: $0, delay: snapshot.commitDelay)
            }
        let planned = [fetch.flatMap { $0 > now ? $0 : nil }, deadline].compactMap(\.self).min()
        if let planned, planned < end { return .time(planned) }
        // The end of a fetch that is under way is a message.
        if let fetch, fetch <= now { return .response }
        return .ended(.blocked("events wait for stream configurations or schemas"))
    }

    // MARK: - Deciding

    /// Decides and commits everything submitted so far.
    ///
    /// While events that a refusal covers are in the store, submissions stay in the inbox.
    ///
    /// - Returns: whether everything is committed.
    @discardableResult
    mutating func decide(in store: any EventStore) -> Bool {
        schedule.decides(now: now)
        endedEarly = false
        // What is submitted after a grant stays in the inbox until the refusal before it is carried out.
        if (store as? any FileReplacing)?.isRefusedElsewhere == true { dependencies.adoptRefusal() }
        guard let (submissions, snapshot) = takeSubmissions() else { return false }
        decideUndecided(in: store)
        let now = StorageTime(dependencies.clocks)
        for submission in submissions {
            decide(submission, isRecorded: false, by: snapshot, at: now)
            if !schedule.hasFailed, committer.pending.rowCount >= snapshot.eventsPerTransaction { commit(to: store) }
        }
        reportUnknownStreams()
        return !endedEarly && commit(to: store)  // one attempt at a time
    }

    /// Empties the inbox, and reads the snapshot in the same step, so that a refusal that comes later covers all that
    /// is returned; `nil` while events that a refusal covers are in the store.
    private func takeSubmissions() -> ([Submission], DecisionSnapshot)? {
        dependencies.caller.withLock(and: dependencies.inbox.content) { caller, inbox in
            caller.snapshot.holdsBackSubmissions ? nil : (inbox.drain(), caller.snapshot)
        }
    }

    /// Decides a submission and applies the decision.
    ///
    /// `isRecorded` is whether the stored ledger already counts it as submitted, as for one from the input buffer.
    /// `snapshot` is as old as the list of submissions; ``commit(to:)`` sees a refusal that came later. `now` is when
    /// the event is stored.
    private mutating func decide(
        _ submission: Submission, isRecorded: Bool, by snapshot: DecisionSnapshot, at now: StorageTime
    ) {
        if submission.isAdmitted {
            apply(submission, isRecorded: isRecorded, by: snapshot, at: now)
        } else {
            apply(dependencies.resolvingSession(of: submission), isRecorded: isRecorded, by: snapshot, at: now)
        }
    }

    private mutating func apply(
        _ submission: Submission, isRecorded: Bool, by snapshot: DecisionSnapshot, at now: StorageTime
    ) {
        let (awaited, loader, current) = (awaited, loader, dependencies.snapshot)
        // While events wait for a schema, later ones wait too, so that their order stays. A schema that is not compiled
        // in `snapshot` may be since, as by the event before.
        let decision = pipeline.decide(
            submission, by: snapshot,
            schemas: { id in
                if awaited.contains(id) { return .pending }
                if let schema = snapshot.schemas.compiled(id) { return .compiled(schema) }
                return loader.lookUp(id, in: current.now)
            }, at: now)
        switch consume decision {
        case .store(let row, let isUnvalidated):
            if isUnvalidated { committer.countUnvalidated(submission.stream) }
            committer.add(.event(row), isRecorded: isRecorded)
        case .drop(let reason, let detail): drop(submission, reason, isRecorded: isRecorded, detail: detail)
        case .bufferUntilConfigured: buffer(submission)
        case .storeUntilSchema(let schema, let row):
            committer.add(.event(row), isRecorded: isRecorded)
            awaitSchema(schema)
        }
    }

    private mutating func drop(
        _ submission: Submission, _ reason: DropReason, isRecorded: Bool, detail: String? = nil
    ) {
        dependencies.report(submission, reason, detail)
        if reason == .unknownStream {
            _ = dependencies.caller.withLock { $0.unknownStreams.record(submission.stream) }
        }
        committer.drop(submission.stream, reason, isRecorded: isRecorded)
    }

    private func reportUnknownStreams() {
        guard let streams = dependencies.snapshot.now.streams else { return }
        let names = dependencies.caller.withLock { $0.unknownStreams.takeUnreported() }
        streams.report(unknown: names, to: dependencies.diagnostics)
    }

    // MARK: - What had to wait

    /// Puts stream configurations in force, and decides the submissions in the input buffer.
    ///
    /// `document` is saved for the next process; `nil` saves none.
    mutating func apply(
        _ streams: StreamConfigurations, keeping document: ConfigurationDocument?, in store: any EventStore
    ) {
        if let document { committer.save(document, as: ConfigurationDocument.storedName) }
        let hidden = dependencies.snapshot.now.hiddenAttributes
        let known = KnownStreams(streams.hiding(hidden), dependencies.ledger)
        dependencies.snapshot.update { $0.known = known }
        decideUndecided(in: store)
        reportUnknownStreams()
        if !endedEarly { commit(to: store) }
    }

    /// Decides submissions that waited for stream configurations, and events that waited for schemas, as far as these
    /// have arrived.
    private mutating func decideUndecided(in store: any EventStore) {
        guard dependencies.snapshot.now.streams != nil else { return }
        decideInputBuffer(in: store)
        for schema in awaited.schemas where !endedEarly { decideAwaiting(schema, in: store) }
    }

    private mutating func buffer(_ submission: Submission) {
        let entry = inputBuffer.hold(submission)
        let mirror = HeldSubmission(
            number: entry.number, stream: submission.stream, submission: submission.encoded())
        committer.add(.held(mirror), isRecorded: false)
        for entry in inputBuffer.evictExcess() { drop(entry, as: .inputBufferFull) }
    }

    private mutating func drop(_ entry: InputBuffer.Entry, as reason: DropReason) {
        committer.removeSubmission(entry.number)
        drop(entry.submission, reason, isRecorded: true)
    }

    /// Decides the submissions in the input buffer, one transaction at a time. After a commit that failed, the rest is
    /// decided into memory, before the submissions that came later.
    private mutating func decideInputBuffer(in store: any EventStore) {
        let snapshot = dependencies.snapshot.now
        while !inputBuffer.entries.isEmpty {
            let now = StorageTime(dependencies.clocks)
            for entry in inputBuffer.removeFirst(snapshot.eventsPerTransaction) {
                decide(entry.submission, isRecorded: true, by: snapshot, at: now)
                committer.removeSubmission(entry.number)
            }
            if !endedEarly { commit(to: store) }
        }
    }

    /// Adds held submissions of clients that have ended to the input buffer.
    mutating func importHeld(_ held: [HeldSubmission]) {
        for held in inputBuffer.insert(held, dependencies.diagnostics) { drop(held, as: .unencodable) }
        noteWork()
    }

    /// Drops a held submission that is in the store only.
    private mutating func drop(_ held: HeldSubmission, as reason: DropReason) {
        committer.removeSubmission(held.number)
        committer.drop(held.stream, reason, isRecorded: true)
    }

    // MARK: - Schemas

    /// The maximum number of slices of a schema's events at a time, so that other events are decided in between.
    private static let slicesAtOnce = 16

    /// Finds the schemas that events of the store wait for, as after an import.
    mutating func restoreAwaited(in store: any EventStore) {
        let schemas = dependencies.diagnostics.attempt("reading the store") { try store.awaitedSchemas() } ?? []
        for schema in schemas.map({ SchemaID($0) }) where !awaited.contains(schema) {
            awaited.insert(schema, until: .zero)  // due at once
        }
    }

    private mutating func awaitSchema(_ schema: SchemaID) {
        guard !awaited.contains(schema) else { return }
        keepAwaiting(schema, until: dependencies.clocks.sinceBoot + schemaTimeout)
    }

    /// Decides the events that wait for a schema, in the order of submission: all of them when the schema is available
    /// or missing, otherwise those whose deadline has passed.
    private mutating func decideAwaiting(_ schema: SchemaID, in store: any EventStore) {
        let snapshot = dependencies.snapshot.now
        let found = loader.lookUp(schema, in: snapshot)
        if found.isPending, !awaited.isDue(schema, at: now) { return }
        for _ in 0..<Self.slicesAtOnce {
            guard commit(to: store) else { return }  // decided rows must not be read again
            let events = dependencies.diagnostics.attempt("reading the store") {
                try store.events(awaiting: schema.path, atMost: snapshot.eventsPerTransaction)
            }
            guard let events else {
                return awaited.insert(schema, until: now + CommitSchedule.pauseAfterFailure)
            }
            guard let first = events.first else { return endAwaiting(schema) }
            let due = events.prefix { !found.isPending || deadline(of: $0) <= now }
            guard !due.isEmpty else { return keepAwaiting(schema, until: deadline(of: first)) }
            for event in due { decide(event, found, snapshot) }
        }
        noteWork()
    }

    private mutating func decide(_ event: AwaitingEvent, _ found: FoundSchema, _ snapshot: DecisionSnapshot) {
        guard let submission = dependencies.diagnostics.decode(event.submission) else {
            return committer.finish(FinishedEvent(row: event.row, outcome: .dropped(.unencodable)))
        }
        let schema: FoundSchema = found.isPending ? .missing : found
        switch pipeline.decide(submission, by: snapshot, schemas: { _ in schema }, at: event.storedAt) {
        case .store(let row, let isUnvalidated):
            if isUnvalidated { committer.countUnvalidated(submission.stream) }
            committer.decide(DecidedEvent(row: event.row, isNumbered: row.isNumbered, body: row.body))
        case .drop(let reason, let detail):
            dependencies.report(submission, reason, detail)
            committer.finish(FinishedEvent(row: event.row, outcome: .dropped(reason)))
        // Neither occurs: stream configurations are there, and the schema is not pending.
        case .bufferUntilConfigured: break
        case .storeUntilSchema: break
        }
    }

    private mutating func keepAwaiting(_ schema: SchemaID, until deadline: Duration) {
        awaited.insert(schema, until: deadline)
        loader.load(schema)
    }

    private mutating func endAwaiting(_ schema: SchemaID) {
        awaited.remove(schema)
        loader.stop(schema)
    }

    private var schemaTimeout: Duration { max(.zero, dependencies.snapshot.settings.validation.schemaTimeout.bounded) }

    private func deadline(of event: AwaitingEvent) -> Duration {
        event.deadline(within: schemaTimeout, now: StorageTime(dependencies.clocks), restoredAt: restoredAt)
    }

    // MARK: - Committing

    /// Saves a value for the next process and commits it.
    ///
    /// - Returns: whether it is committed.
    @discardableResult
    mutating func save(_ value: some Encodable & Sendable, as name: String, in store: any EventStore) -> Bool {
        committer.save(value, as: name)
        return commit(to: store)
    }

    /// Commits the pending transaction and the session. After a refusal that has come since the events were decided,
    /// they are dropped instead.
    ///
    /// - Returns: whether the commit succeeded.
    @discardableResult
    private mutating func commit(to store: any EventStore) -> Bool {
        let snapshot = dependencies.snapshot.now
        if snapshot.consent == .declined || snapshot.isRemovalPending { dropUncommitted(.consentDeclined) }
        saveSession()
        let isChange = committer.hasChanges
        let isDone = committer.commit(to: store)
        if committer.failure is RefusedElsewhere { dependencies.adoptRefusal() }
        schedule.committed(isDone, now: dependencies.clocks.sinceBoot)
        if isDone, isChange { hasCommitted = true }
        if isDone, endedEarly { noteWork() }
        endedEarly = !isDone && committer.hasChanges  // not for an event that waits on in the store
        return isDone
    }

    /// Adds the session to the pending transaction. Without other changes it is added only when
    /// ``Sessions/isWorthSaving``.
    private mutating func saveSession() {
        let isAlone = !committer.hasChanges
        let session = dependencies.caller.withLock { [clocks = dependencies.clocks] caller -> SavedSession?? in
            isAlone && !caller.sessions.isWorthSaving ? nil : caller.sessions.drainUnsaved(clocks: clocks)
        }
        if let session { committer.save(session, as: SavedSession.name) }
    }

    // MARK: - Dropping what waits

    /// Drops every submission that has no row in the store; after a later grant only those that it has held before.
    ///
    /// - Throws: the store's error when held submissions could not be removed from it.
    mutating func discard(_ reason: DropReason, in store: any EventStore) throws {
        let snapshot = dependencies.snapshot.now
        if snapshot.consent == .declined || snapshot.isInboxRefused { dropInbox(reason) }
        if snapshot.isInboxRefused { dependencies.snapshot.update { $0.isInboxRefused = false } }
        dropUncommitted(reason)
        for held in inputBuffer.removeSealed() { drop(held, as: reason) }
        commit(to: store)
        if let failure = committer.failure, committer.pending.removesSubmissions { throw failure }
    }

    /// Decides and commits what is left. What cannot be committed is dropped as ``DropReason/storeUnavailable``.
    mutating func close(_ store: any EventStore) {
        decide(in: store)
        dropInbox(.storeUnavailable)
        committer.dropAdditions(.storeUnavailable)
    }

    /// Drops what is decided and not committed yet, and what the input buffer holds.
    private mutating func dropUncommitted(_ reason: DropReason) {
        for entry in inputBuffer.removeFirst(.max) { drop(entry, as: reason) }
        committer.dropAdditions(reason)
    }

    /// Drops what waits in the inbox.
    mutating func dropInbox(_ reason: DropReason) {
        for submission in dependencies.inbox.drain() { drop(submission, reason, isRecorded: false) }
    }
}
