import EventSupport
import EventSchema
import EventStreams

/// The path of an event from the inbox to the store: ``process(_:isRecorded:)`` calls the stages in order.
///
/// It runs on a queue of its own. One drain, adoption or commit happens at a time, whoever asks for it.
actor EventPipeline {
    private let inbox: Inbox
    private let gate: StreamGate
    private let schemas: SchemaLibrary
    private let settings: Settings
    private let identifiers: Identifiers
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private let caller: Locked<CallerState>

    private let turn = Turn()
    private let executor = QueueExecutor(label: "EventPlatform.pipeline")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var configurations: StreamConfigurations?
    private var inputBuffer: InputBuffer
    private var commitStage: CommitStage
    private var opened: OpenedStore? { commitStage.opened }

    /// Whether stream configurations have arrived.
    var hasConfigurations: Bool { configurations != nil }
    /// What decides, and for which installation, where it is known.
    var snapshot: (StreamConfigurations?, installID: String?) { (configurations, opened?.installID) }
    /// Whether the last commit failed, so that events wait in memory.
    var commitFails: Bool { commitStage.fails }

    /// How many rows go in one transaction.
    private var rowsPerTransaction: Int { max(1, settings.read(\.store.rowsPerTransaction)) }
    /// How long after a failed commit the next is tried.
    static let pauseAfterFailure: Duration = .seconds(1)

    init(_ parts: ClientParts) {
        inbox = parts.inbox
        gate = parts.gate
        schemas = parts.schemas
        settings = parts.settings
        identifiers = parts.identifiers
        clocks = parts.environment.clocks
        diagnostics = parts.diagnostics
        caller = parts.caller
        commitStage = CommitStage(parts)
        inputBuffer = InputBuffer(capacity: parts.settings.read(\.inputBufferCapacity))
    }

    // MARK: - The path of an event

    /// Takes one submission through the stages, up to the transaction that will store it.
    ///
    /// - Parameter isRecorded: whether the stored ledger counts it as submitted already, as it does for one that comes
    ///   from the input buffer.
    private func process(_ submitted: Submission, isRecorded: Bool = false) async {
        var submission = submitted
        submission.identity.session = caller.withLock { [id = submitted.identity.session] in $0.sessions.resolved(id) }
        func drop(_ reason: DropReason, _ detail: String? = nil) {
            self.drop(submitted, reason, isRecorded: isRecorded, detail: detail)
        }

        if settings.read(\.consent) == .declined { return drop(.consentDeclined) }
        guard let configurations, let opened else { return hold(submission) }
        guard let stream = configurations[submission.stream] else {
            return drop(configurations.isQuarantined(submission.stream) ? .streamQuarantined : .unknownStream)
        }
        guard opened.samplingIdentifiers(of: submission).areIncluded(by: stream.sampling) else {
            return drop(.outOfSample)
        }
        guard var event = assemble(submission) else { return drop(.unencodable) }
        let schema = await schemas.schema(event.schema)
        opened.context.add(to: &event, for: stream, schema: schema)
        guard case .passes = stream.curation.verdict(on: .object(event.properties)) else { return drop(.curated) }
        if let objection = objection(to: event, schema) { return drop(.invalid, objection) }
        let isNumbered = settings.read(\.store.sendsSequenceNumbers) && event.mayCarryNumber(by: schema)
        store(event, for: stream, isNumbered: isNumbered, isRecorded: isRecorded)
    }

    /// No stream configuration yet: the event waits in the input buffer, and in the store's mirror of it.
    private func hold(_ submission: Submission) {
        let (held, evicted) = inputBuffer.hold(submission)
        commitStage.hold(HeldSubmission(number: held.number, stream: submission.stream, json: submission.jsonBytes))
        for entry in evicted {
            commitStage.release(entry.number)
            drop(entry.submission, .inputBufferFull, isRecorded: true)
        }
    }

    private func assemble(_ submission: Submission) -> Event? {
        do {
            return try Event(submission, identifiers: identifiers)
        } catch {
            diagnostics.report(.misuse, "an event for \(submission.stream) is no JSON object: \(error)")
            return nil
        }
    }

    /// What the schema objects to, or `nil` when the event may go on.
    private func objection(to event: Event, _ schema: Schema?) -> String? {
        guard let schema else { return nil }
        let validation = ValidationStage(mode: settings.read(\.validation.mode))
        let findings = validation.findings(in: event, against: schema)
        guard !findings.isEmpty else { return nil }
        let objection = findings.prefix(3).map(\.description).joined(separator: "; ")
        diagnostics.report(.invalidEvent, "\(event.submission.stream), schema \(event.schema): \(objection)")
        return validation.mode == .warn ? nil : objection
    }

    private func store(_ event: Event, for stream: StreamConfiguration, isNumbered: Bool, isRecorded: Bool) {
        let (service, isKnown) = settings.read(\.network.destinations).service(named: stream.destination)
        if !isKnown {
            diagnostics.report(
                .streamConfiguration,
                "\(stream.name): no URL is known for destination \(stream.destination ?? ""); its events go to \(service)"
            )
        }
        let name = event.submission.stream
        var row = NewEvent(
            id: event.id, stream: name, destination: service,
            priority: settings.read(\.store).priorities[name] ?? .normal, storedAt: StorageTime(clocks),
            body: JSONValue.object(event.properties).jsonBytes)
        row.hasOwnID = event.hasOwnID
        row.isNumbered = isNumbered
        commitStage.add(row, isRecorded: isRecorded)
    }

    private func drop(_ submission: Submission, _ reason: DropReason, isRecorded: Bool, detail: String? = nil) {
        let drop = Drop(origin: submission.origin, stream: submission.stream, reason: reason, detail: detail)
        settings.read(\.onDrop)?(drop)
        commitStage.drop(submission.stream, reason, isRecorded: isRecorded)
    }

    // MARK: - When it runs

    /// Stores what is submitted, in groups, until the task is cancelled.
    func run() async {
        var seen: UInt64 = 0
        while !Task.isCancelled {
            let filled = inbox.filled.count
            await inbox.arrived.wait(after: seen)
            seen = inbox.arrived.count
            let pause = commitFails ? Self.pauseAfterFailure : settings.read(\.store.commitDelay)
            await clocks.wait(for: inbox.filled, after: filled, until: clocks.sinceBoot + pause)
            await persist()
        }
    }

    /// Brings everything submitted so far through the stages and into the store.
    ///
    /// - Returns: whether the store has it.
    @discardableResult
    func persist() async -> Bool { await exclusively { await storeAll() } }

    @discardableResult
    private func storeAll() async -> Bool {
        openIfNeeded()
        if configurations != nil, !inputBuffer.entries.isEmpty { await decideHeld() }
        for submission in inbox.takeAll() {
            await process(submission)
            if !commitFails, commitStage.rowCount >= rowsPerTransaction { commit() }
        }
        return commit()
    }

    /// Begins to decide by these configurations, first over what the input buffer holds.
    ///
    /// - Parameter text: what the store keeps of them for the next process; `nil` for nothing new.
    func adopt(_ configurations: StreamConfigurations, keeping text: String?) async {
        await exclusively {
            guard let opened = openIfNeeded() else { return }
            if let text { commitStage.keep(text, as: ConfigurationDocument.storedName) }
            self.configurations = configurations
            gate.open(configurations, device: opened.installID)
            await decideHeld()
        }
    }

    /// Decides over what the input buffer holds, a transaction at a time. What the store cannot take now stays held.
    private func decideHeld() async {
        var entries = inputBuffer.drain()[...]
        while !entries.isEmpty {
            let count = rowsPerTransaction
            for entry in entries.prefix(count) {
                await process(entry.submission, isRecorded: true)
                commitStage.release(entry.number)
            }
            entries = entries.dropFirst(count)
            commit()
            guard commitFails else { continue }
            return inputBuffer.putBack(Array(entries))
        }
        commit()
    }

    /// Takes over what clients that have ended left undecided.
    func takeOver(_ held: [HeldSubmission]) async {
        await exclusively {
            inputBuffer.putBack(commitStage.readBack(held))
            await storeAll()
        }
    }

    /// Drops everything that has not reached the store as an event.
    func discardAll(_ reason: DropReason) async {
        await exclusively {
            openIfNeeded()
            for submission in inbox.takeAll() { drop(submission, reason, isRecorded: false) }
            for entry in inputBuffer.drain() {
                drop(entry.submission, reason, isRecorded: true)
                commitStage.release(entry.number)
            }
            commitStage.dropAdded(reason)
            commit()
        }
    }

    /// The store, opened when it was not; `nil` once the pipeline is closed.
    func openedStore() async -> (any EventStore)? {
        await exclusively { openIfNeeded()?.store }
    }

    /// Opens the store where the configuration says, and nowhere else.
    ///
    /// - Throws: ``StoreError``.
    func open() async throws {
        await turn.take()
        defer { turn.give() }
        restore(try commitStage.open())
    }

    /// Writes what is left and closes the store. What cannot be written is lost, and counted.
    func close() async {
        await persist()
        await exclusively { commitStage.close() }
    }

    private func exclusively<Result>(_ work: () async -> Result) async -> Result {
        await turn.take()
        defer { turn.give() }
        return await work()
    }

    @discardableResult
    private func openIfNeeded() -> OpenedStore? {
        restore(commitStage.openOrGoElsewhere())
        return opened
    }

    /// Brings back what an earlier process held.
    private func restore(_ opened: OpenedStore?) {
        guard let opened else { return }
        let next = max(0, opened.held.map(\.number).max() ?? 0) + 1
        inputBuffer.restore(commitStage.readBack(opened.held), nextNumber: next)
    }

    @discardableResult
    private func commit() -> Bool {
        let isDone = commitStage.commit()
        if !isDone { inbox.arrived.raise() }  // wakes `run()` for another attempt
        return isDone
    }
}
