import EventSupport

/// The event platform client: takes events from any thread at any time, and sends those that their streams ask for.
///
/// ```swift
/// let client = EventPlatformClient(.init(server: platform, store: .file(events))).start()
/// client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
/// ```
///
/// The submit methods never wait, never touch the disk and never throw. What becomes of every event is in
/// ``ledger``; what a developer should know is in ``diagnostics``.
public final class EventPlatformClient: Sendable {
    /// The name of a stream.
    public struct Stream: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name, as stream configurations and `meta.stream` have it.
        public let name: String
        /// Creates a stream from its name.
        public init(_ name: String) { self.name = name }
        /// Creates a stream from its name.
        public init(stringLiteral name: String) { self.init(name) }
        /// The name.
        public var description: String { name }
    }

    let parts: ClientParts
    private let task = Locked<Task<Void, Never>?>(nil)
    let pipeline: EventPipeline
    let dispatcher: Dispatcher
    let life: ClientLife

    /// Creates a client. Nothing is read, written or sent until ``run()`` or ``start()``; events are taken from here
    /// on.
    public convenience init(_ configuration: Configuration, context: Context = .init()) {
        self.init(configuration, context: context, environment: Environment(for: configuration))
    }

    /// Creates a client in a given environment.
    package init(_ configuration: Configuration, context: Context, environment: Environment) {
        parts = ClientParts(configuration, context, environment)
        pipeline = EventPipeline(parts)
        dispatcher = Dispatcher(parts, pipeline: pipeline)
        life = ClientLife(parts, pipeline, dispatcher)
    }

    deinit { task.withLock(\.self)?.cancel() }

    // MARK: - Life

    /// Fetches configurations, stores and sends events until the task is cancelled; then stores what was submitted,
    /// and returns. One run at a time does the work; use either this or ``start()``.
    public func run() async { await life.run() }

    /// Calls ``run()`` in a task that the client owns, unless that task runs already.
    ///
    /// The task ends with ``shutdown(deadline:)``, or with the client: keep the client for as long as it is to work.
    @discardableResult
    public func start() -> Self {
        let isShutDown = parts.caller.withLock(\.isShutDown)
        task.withLock { [life] task in
            if task == nil, !isShutDown { task = Task { await life.run() } }
        }
        return self
    }

    /// Opens the store now instead of with the first event.
    ///
    /// - Throws: ``StoreError`` when the file cannot be used. Without this call the client goes on in another file
    ///   beside it, and says so in the diagnostics.
    public func open() async throws { try await pipeline.open() }

    /// Returns when everything submitted before the call is in the store or accounted for.
    ///
    /// - Returns: `true`, or `false` when the store could not be written, as on a full disk: then the events wait in
    ///   memory, and every commit that follows tries again.
    @discardableResult
    public func persist() async -> Bool { await pipeline.persist() }

    /// Sends what waits, whatever the dispatch mode, until nothing is pending or the deadline has passed.
    ///
    /// A destination that fails is tried again after its back-off, within the deadline. It returns at the deadline
    /// whatever the network does, and sooner when the calling task is cancelled.
    public func flush(deadline: Duration) async -> FlushReport {
        let clocks = parts.environment.clocks
        let end = clocks.sinceBoot + deadline
        let done = Signal()
        let before = Locked<Ledger.Account?>(nil)
        let work = Task { [life, pipeline, parts] in
            _ = await pipeline.openedStore()  // the ledger of earlier runs comes with it
            before.withLock { $0 = parts.book.ledger.total }
            await life.sendUntilNothingIsPending()
            done.raise()
        }
        await clocks.wait(for: done, after: 0, until: end)
        work.cancel()
        let after = parts.book.ledger.total
        return FlushReport(from: before.withLock { $0 } ?? after, to: after, deadlinePassed: clocks.sinceBoot >= end)
    }

    /// Sends what waits, once, whatever the dispatch mode: to every destination that is not to be left alone after a
    /// failure.
    ///
    /// For the moment the app knows to be a good one, such as beside a request of its own.
    ///
    /// - Returns: what became of the events meanwhile. ``FlushReport/deadlinePassed`` is always false.
    @discardableResult
    public func dispatch() async -> FlushReport {
        _ = await pipeline.openedStore()  // the ledger of earlier runs comes with it
        let before = parts.book.ledger.total
        await pipeline.persist()
        await dispatcher.cycle(isPaced: false)
        return FlushReport(from: before, to: parts.book.ledger.total, deadlinePassed: false)
    }

    /// Takes no more events, flushes, and closes the store. Events submitted later are dropped as
    /// ``DropReason/shutDown``.
    public func shutdown(deadline: Duration) async -> FlushReport {
        parts.caller.withLock { $0.isShutDown = true }
        let task = task.withLock(\.self)
        parts.inbox.close()
        let report = await flush(deadline: deadline)
        task?.cancel()
        await task?.value
        await dispatcher.close()  // an answer that has come is written down before the store closes
        await pipeline.close()
        return report
    }

    // MARK: - Settings at run time

    /// Changes what the app says about its circumstances, from the next event on.
    ///
    /// The closure runs outside of any lock, and again when another thread's change came between.
    public func updateContext(_ change: (inout Context) -> Void) {
        while true {
            let (context, version) = parts.caller.withLock { ($0.context, $0.contextVersion) }
            var changed = context
            change(&changed)
            let isDone = parts.caller.withLock { [changed] caller in
                guard caller.contextVersion == version else { return false }  // another change came between
                caller.context = changed
                caller.contextVersion += 1
                return true
            }
            if isDone { return }
        }
    }

    /// Takes the user's decision about sending events; see ``Consent``.
    public func set(consent: Consent) async {
        parts.settings.change { $0.consent = consent }
        await dispatcher.consentChanged()
    }

    /// Changes when events leave, at any time. An interval begins anew with the change; what waits stays.
    public func set(dispatchMode: DispatchMode) {
        parts.settings.change { $0.dispatchMode = dispatchMode }
        Task { await dispatcher.modeChanged() }
    }

    /// Says in which circumstances the app is; ``Configuration/dispatchProfiles`` says what they change. Each call
    /// replaces the one before. What is known of the network by itself need not be said, and the background is better
    /// told by ``enterBackground()`` and ``enterForeground()``.
    public func set(conditions: Set<DispatchCondition>) async { await dispatcher.set(conditions: conditions) }

    /// Says that the app itself has used the network just now: ``DispatchMode/piggyback(idle:min:max:)`` goes by it.
    public func noteNetworkActivity() { Task { await dispatcher.noteNetworkActivity() } }

    /// Says that there is a network again: what failed is tried without waiting any longer, and stream configurations
    /// are fetched where there are none. Where the system tells of the network by itself there is no need.
    public func networkReturned() async {
        await dispatcher.networkReturned()
        await life.fetchWhatIsMissing()
    }

    /// Fetches stream configurations again.
    public func refresh() { parts.refreshAsked.raise() }

    /// Whether stream configurations have arrived.
    package var hasConfigurations: Bool { get async { await pipeline.hasConfigurations } }

    /// Whether the last attempt to write the store failed, so that events wait in memory.
    package var storeIsFailing: Bool { get async { await pipeline.commitFails } }

    // MARK: - Steps, for tests

    /// Whether the user has declined.
    package var isDeclined: Bool { parts.settings.read(\.consent) == .declined }

    /// Fetches stream configurations, experiments and instruments once and begins to decide by them.
    package func loadConfigurations() async {
        await life.configurations.fetchOnce()
        await life.experiments.fetchOnce()
    }

    /// Stores what was submitted and runs one dispatch cycle.
    package func runCycle() async {
        await pipeline.persist()
        await dispatcher.cycle(isPaced: true)
    }

    // MARK: - What happened

    /// The exact account of every event, of this run and of earlier ones with the same store, at this moment.
    ///
    /// Earlier runs are in it once the store has been opened.
    public var ledger: Ledger { parts.book.ledger }

    /// The latest diagnostics, oldest first, each once; 256 at most.
    public var diagnostics: [Diagnostic] { parts.diagnostics.recent }
}
