import EventSchema
import EventStreams

/// The path of an event from the inbox to the store: ``process(_:isRecorded:)`` calls the stages in order.
///
/// It runs on a queue of its own. One drain, adoption or commit happens at a time, whoever asks for it.
actor EventPipeline {
    private let inbox: Inbox
    private let gate: StreamGate
    private let book: LedgerBook
    private let schemas: SchemaLibrary
    private let settings: Settings
    private let identifiers: Identifiers
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private let opener: StoreOpener
    /// Raised when events have been stored.
    private let stored: Signal

    private let turn = Turn()
    private let executor = QueueExecutor(label: "EventPlatform.pipeline")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var opened: OpenedStore?
    private var configurations: StreamConfigurations?
    private var inputBuffer: InputBuffer
    /// What the next commit writes.
    private var transaction = StoreTransaction()

    /// How many rows go in one transaction, and how long the first of them waits for company.
    static let rowsPerTransaction = 64
    static let commitDelay: Duration = .milliseconds(100)
    /// How many events wait in memory while the store cannot be written.
    static let maximumUncommitted = 10_000

    init(_ parts: ClientParts) {
        inbox = parts.inbox
        gate = parts.gate
        book = parts.book
        schemas = parts.schemas
        settings = parts.settings
        identifiers = parts.identifiers
        clocks = parts.environment.clocks
        diagnostics = parts.diagnostics
        opener = StoreOpener(parts)
        stored = parts.stored
        inputBuffer = InputBuffer(capacity: parts.settings.read(\.inputBufferCapacity))
    }

    // MARK: - The path of an event

    /// Takes one submission through the stages, up to the transaction that will store it.
    ///
    /// - Parameter isRecorded: whether the stored ledger counts it as submitted already, as it does for one that comes
    ///   from the input buffer.
    private func process(_ submission: Submission, isRecorded: Bool = false) async {
        guard let configurations, let opened else { return hold(submission) }
        func drop(_ reason: DropReason) { self.drop(submission, reason, isRecorded: isRecorded) }

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
        guard isValid(event, schema) else { return drop(.invalid) }
        store(event, for: stream, isRecorded: isRecorded)
    }

    /// No stream configuration yet: the event waits in the input buffer, and in the store's mirror of it.
    private func hold(_ submission: Submission) {
        let (held, evicted) = inputBuffer.hold(submission)
        transaction.held.append((held.number, submission.jsonBytes))
        transaction.ledger.countSubmitted(submission.stream)
        for entry in evicted {
            transaction.released.append(entry.number)
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

    private func isValid(_ event: Event, _ schema: Schema?) -> Bool {
        guard let schema else { return true }
        let validation = ValidationStage(mode: settings.read(\.validation.mode))
        let findings = validation.findings(in: event, against: schema)
        for finding in findings.prefix(3) {
            diagnostics.report(
                .invalidEvent,
                "\(event.submission.stream), schema \(event.schema): \(finding.instanceLocation): \(finding.message)")
        }
        return findings.isEmpty || validation.mode == .warn
    }

    private func store(_ event: Event, for stream: StreamConfiguration, isRecorded: Bool) {
        let (service, isKnown) = settings.read(\.network.destinations).service(named: stream.destination)
        if !isKnown {
            diagnostics.report(
                .streamConfiguration,
                "\(stream.name): no URL is known for destination \(stream.destination ?? ""); its events go to \(service)"
            )
        }
        if !isRecorded { transaction.ledger.countSubmitted(event.submission.stream) }
        transaction.added.append(
            NewEvent(
                id: event.id, stream: event.submission.stream, destination: service, storedAt: clocks.wall,
                body: JSONValue.object(event.properties).jsonBytes))
    }

    private func drop(_ submission: Submission, _ reason: DropReason, isRecorded: Bool) {
        var change = Ledger()
        change.countDropped(submission.stream, reason)
        book.add(change)
        if !isRecorded { change.countSubmitted(submission.stream) }
        transaction.ledger += change
    }

    // MARK: - When it runs

    /// Stores what is submitted, in groups, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await inbox.arrived.wait()
            await clocks.wait(for: inbox.filled, until: clocks.sinceBoot + Self.commitDelay)
            await persist()
            while !transaction.isEmpty, !Task.isCancelled {  // the store could not be written
                await clocks.wait(for: inbox.filled, until: clocks.sinceBoot + .seconds(1))
                await persist()
            }
        }
    }

    /// Brings everything submitted so far through the stages and into the store.
    func persist() async {
        await turn.take()
        defer { turn.give() }
        openIfNeeded()
        for submission in inbox.takeAll() {
            await process(submission)
            if transaction.added.count + transaction.held.count >= Self.rowsPerTransaction { commit() }
        }
        commit()
    }

    /// Begins to decide by these configurations, first over what the input buffer holds.
    func adopt(_ configurations: StreamConfigurations) async {
        await turn.take()
        defer { turn.give() }
        guard let opened = openIfNeeded() else { return }
        self.configurations = configurations
        gate.open(configurations, device: opened.installID)
        for entry in inputBuffer.drain() {
            await process(entry.submission, isRecorded: true)
            transaction.released.append(entry.number)
        }
        commit()
    }

    /// The store, opened when it was not.
    func openedStore() async -> (any EventStore)? {
        await turn.take()
        defer { turn.give() }
        return openIfNeeded()?.store
    }

    /// Opens the store where the configuration says, and nowhere else.
    ///
    /// - Throws: ``StoreError``.
    func open() async throws {
        await turn.take()
        defer { turn.give() }
        if opened == nil { adopt(try opener.open()) }
    }

    /// Writes what is left and closes the store.
    func close() async {
        await persist()
        await turn.take()
        defer { turn.give() }
        do { try opened?.store.close() } catch { diagnostics.report(.store, "closing: \(error)") }
    }

    @discardableResult
    private func openIfNeeded() -> OpenedStore? {
        if opened == nil { adopt(opener.openOrGoElsewhere()) }
        return opened
    }

    private func adopt(_ found: OpenedStore) {
        opened = found
        inputBuffer.restore(found.held)
        transaction.values.merge(found.newValues) { $1 }
        book.restore(found.ledger)
    }

    private func commit() {
        guard let opened else { return }
        let unsaved = book.takeUnsaved()
        var complete = transaction
        complete.ledger += unsaved
        guard !complete.isEmpty else { return }
        do {
            let duplicates = try opened.store.commit(complete)
            for event in duplicates { book.countDropped(event.stream, .duplicate) }
            if complete.added.count > duplicates.count { stored.raise() }
            transaction = StoreTransaction()
        } catch {
            book.giveBack(unsaved)
            diagnostics.report(.store, "events wait in memory, since the store cannot be written: \(error)")
            shedOldest()
        }
    }

    /// Keeps memory bounded while the store cannot be written: the oldest events go.
    private func shedOldest() {
        let excess = transaction.added.prefix(max(0, transaction.added.count - Self.maximumUncommitted))
        transaction.added.removeFirst(excess.count)
        for event in excess {
            transaction.ledger.countDropped(event.stream, .storeUnavailable)
            book.countDropped(event.stream, .storeUnavailable)
        }
    }
}
