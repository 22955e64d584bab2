import EventStreams
import EventSupport

/// Runs submissions through the ``EventPipeline`` and commits the results, on a queue of its own.
///
/// No method suspends between reading submissions and committing them, so drains do not interleave.
actor PipelineRunner {
    let dependencies: ClientDependencies
    var pipeline: EventPipeline
    private let owner: StoreOwner
    let loader: SchemaLoader
    private let executor = QueueExecutor(label: "EventPlatform.pipeline")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    var inputBuffer: InputBuffer
    /// Held submissions of the store that its cipher cannot open. They stay there for a process that can.
    var sealed: [HeldSubmission] = []
    var commitStage: CommitStage
    var awaited = AwaitedSchemas()
    /// When ``inputBuffer`` and ``awaited`` were restored from the store; `nil` before.
    private(set) var restoredAt: StorageTime?

    /// The pause after a failed commit.
    static let pauseAfterFailure: Duration = .seconds(1)

    init(_ dependencies: ClientDependencies, _ owner: StoreOwner, _ loader: SchemaLoader) {
        self.dependencies = dependencies
        self.owner = owner
        self.loader = loader
        pipeline = EventPipeline(diagnostics: dependencies.diagnostics)
        commitStage = CommitStage(ledger: dependencies.ledger, diagnostics: dependencies.diagnostics)
        inputBuffer = InputBuffer(capacity: dependencies.snapshot.settings.inputBufferCapacity)
    }

    /// Whether the last commit failed, so that events wait in memory.
    var commitFails: Bool { commitStage.failure != nil }
    /// Whether anything is to be committed: of the pending transaction, or of the ledger.
    private var hasChanges: Bool { !commitStage.pending.isEmpty || dependencies.ledger.hasUnsaved }
    /// Whether events wait for stream configurations or for a schema.
    var hasUndecided: Bool { !inputBuffer.entries.isEmpty || !awaited.isEmpty }
    /// The earliest deadline of an event that waits for a schema, as time since boot; `nil` without stream
    /// configurations.
    private var nextSchemaDeadline: Duration? {
        dependencies.snapshot.now.streams == nil ? nil : awaited.nextDeadline
    }

    // MARK: - Running

    /// Opens the store at the configured location, without a fallback.
    ///
    /// - Throws: ``StoreError``.
    func open() throws {
        try owner.open()
        prepare()
    }

    /// Opens the store, unless it is open, and restores what it holds.
    func prepare() { _ = restoredStore() }

    /// Processes submissions in groups until the task is cancelled.
    func run() async {
        let (inbox, clocks) = (dependencies.inbox, dependencies.clocks)
        var seen: UInt64 = 0
        while !Task.isCancelled {
            let filled = inbox.filled.count
            await clocks.wait(for: inbox.arrived, after: seen, until: nextSchemaDeadline)
            seen = inbox.arrived.count
            let pause = commitFails ? Self.pauseAfterFailure : dependencies.snapshot.settings.store.commitDelay
            await clocks.wait(for: inbox.filled, after: filled, until: clocks.sinceBoot.adding(pause))
            drain()
        }
    }

    /// Processes and commits everything submitted so far.
    ///
    /// While events that a refusal covers are in the store, submissions stay in the inbox.
    ///
    /// - Returns: whether everything is committed.
    @discardableResult
    func drain() -> Bool {
        guard let opened = restoredStore() else { return true }
        // What is submitted after a grant stays in the inbox until the refusal before it is carried out.
        if (opened.store as? any FileReplacing)?.isRefusedElsewhere == true { dependencies.adoptRefusal() }
        guard let (submissions, snapshot) = takeSubmissions() else { return false }
        decideUndecided(opened.store)
        let (now, failedBefore) = (StorageTime(dependencies.clocks), commitFails)
        for submission in submissions {
            process(submission, isRecorded: false, by: snapshot, at: now)
            commitIfFull(to: opened.store, snapshot)
        }
        reportUnknownStreams()
        if commitFails, !failedBefore { return false }  // one attempt in a drain
        return commit(to: opened.store)
    }

    /// Empties the inbox, and reads the snapshot in the same step, so that a refusal that comes later covers all that
    /// is returned; `nil` while events that a refusal covers are in the store.
    private func takeSubmissions() -> ([Submission], DecisionSnapshot)? {
        dependencies.caller.withLock(and: dependencies.inbox.content) { caller, inbox in
            if caller.snapshot.isRemovalPending, caller.snapshot.consent != .declined { return nil }
            return (inbox.drain(), caller.snapshot)
        }
    }

    private func reportUnknownStreams() {
        guard let streams = dependencies.snapshot.now.streams else { return }
        dependencies.unknownStreams.report(streams, to: dependencies.diagnostics)
    }

    /// Puts stream configurations in force, and decides the submissions in the input buffer.
    ///
    /// `document` is saved for the next process; `nil` saves none.
    func apply(_ streams: StreamConfigurations, keeping document: ConfigurationDocument?) {
        guard let opened = restoredStore() else { return }
        if let document { saveValue(document, as: ConfigurationDocument.storedName) }
        let hidden = dependencies.snapshot.now.hiddenAttributes
        let known = KnownStreams(streams.hiding(hidden), dependencies.ledger)
        dependencies.snapshot.update { $0.known = known }
        decideUndecided(opened.store)
        reportUnknownStreams()
        commit(to: opened.store)
    }

    /// Adds held submissions of clients that have ended to the input buffer, and decides them if possible.
    func importHeld(_ held: [HeldSubmission]) {
        inputBuffer.insert(decodeHeld(held))
        drain()
    }

    /// Decides events of other clients that wait for a schema, and have come into the store since it was opened.
    func importAwaiting() {
        guard let opened = restoredStore() else { return }
        restoreAwaited(opened.store)
        drain()
    }

    /// Saves a value for the next process and commits it.
    ///
    /// - Returns: whether it is committed.
    @discardableResult
    func save(_ value: some Encodable & Sendable, as name: String) -> Bool {
        guard let opened = restoredStore() else { return false }
        saveValue(value, as: name)
        return commit(to: opened.store)
    }

    /// The value that an earlier process has saved; `nil` when it has saved none, or the store is closed.
    func value<Value: Decodable & Sendable>(_ type: Value.Type, named name: String) throws -> Value? {
        try owner.store?.store.value(type, named: name)
    }

    private func saveValue(_ value: some Encodable, as name: String) {
        let text = dependencies.diagnostics.attempt("saving the value \(name)") { try StoreValue.text(value) }
        if let text { commitStage.save([name: text]) }
    }

    /// Drops every submission that has no row in the store; after a later grant only those that it has held before.
    ///
    /// - Throws: the store's error when held submissions could not be removed from it.
    func discard(_ reason: DropReason) throws {
        guard let opened = restoredStore() else { return }
        let snapshot = dependencies.snapshot.now
        if snapshot.consent == .declined || snapshot.isInboxRefused { dropInbox(reason) }
        if snapshot.isInboxRefused { dependencies.snapshot.update { $0.isInboxRefused = false } }
        dropUncommitted(reason)
        for held in sealed { drop(held, as: reason) }
        sealed = []
        commit(to: opened.store)
        if let failure = commitStage.failure, commitStage.pending.removesSubmissions { throw failure }
    }

    /// Drops what is decided and not committed yet, and what the input buffer holds.
    private func dropUncommitted(_ reason: DropReason) {
        for entry in inputBuffer.removeFirst(.max) { drop(entry, as: reason) }
        commitStage.dropAdditions(reason)
    }

    private func dropInbox(_ reason: DropReason) {
        for submission in dependencies.inbox.drain() { drop(submission, reason, isRecorded: false) }
    }

    /// Commits what is left and closes the store. What cannot be committed is dropped as
    /// ``DropReason/storeUnavailable``.
    func close() async {
        drain()
        dropInbox(.storeUnavailable)
        commitStage.dropAdditions(.storeUnavailable)
        _ = dependencies.diagnostics.attempt("closing the store") { try owner.close() }
        await loader.stopAll()
    }

    // MARK: - The store

    /// The store, restored with the first call; `nil` once it is closed.
    private func restoredStore() -> OpenedStore? {
        guard let opened = owner.store else { return nil }
        if restoredAt != nil { return opened }
        restoredAt = StorageTime(dependencies.clocks)
        commitStage.save(opened.newValues)
        inputBuffer.restore(decodeHeld(opened.heldSubmissions), after: opened.heldSubmissions.map(\.number).max() ?? 0)
        restoreAwaited(opened.store)
        return opened
    }

    private func restoreAwaited(_ store: any EventStore) {
        let schemas = dependencies.diagnostics.attempt("reading the store") { try store.awaitedSchemas() } ?? []
        for schema in schemas.map({ SchemaID($0) }) where !awaited.contains(schema) {
            awaited.insert(schema, until: .zero)  // due at once
        }
    }

    private func commitIfFull(to store: any EventStore, _ snapshot: DecisionSnapshot) {
        if !commitFails, commitStage.pending.rowCount >= snapshot.eventsPerTransaction { commit(to: store) }
    }

    /// Commits the pending transaction and the session. After a refusal that has come since the events were decided,
    /// they are dropped instead.
    ///
    /// - Returns: whether the commit succeeded.
    @discardableResult
    func commit(to store: any EventStore) -> Bool {
        let snapshot = dependencies.snapshot.now
        if snapshot.consent == .declined || snapshot.isRemovalPending { dropUncommitted(.consentDeclined) }
        saveSession()
        let isChange = hasChanges
        let isDone = commitStage.commit(to: store)
        if commitStage.failure is RefusedElsewhere { dependencies.adoptRefusal() }
        if !isDone { dependencies.inbox.arrived.raise() }  // `run()` tries again
        if isDone, isChange {
            dependencies.progress.raise()
            dependencies.stored.raise()
        }
        return isDone
    }

    /// Adds the session to the pending transaction. Without other changes it is added only when
    /// ``Sessions/isWorthSaving``.
    private func saveSession() {
        let isAlone = !hasChanges
        let session = dependencies.caller.withLock { [clocks = dependencies.clocks] caller -> SavedSession?? in
            isAlone && !caller.sessions.isWorthSaving ? nil : caller.sessions.drainUnsaved(clocks: clocks)
        }
        if let session { saveValue(session, as: SavedSession.name) }
    }
}
