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

    let dependencies: ClientDependencies
    let runtime: ClientRuntime
    private let task = Locked<Task<Void, Never>?>(nil)

    /// Creates a client. Nothing is read, written or sent until ``run()`` or ``start()``; events are taken from here
    /// on.
    public convenience init(_ configuration: Configuration, context: Context = .init()) {
        self.init(configuration, context: context, environment: Environment(for: configuration))
    }

    /// Creates a client in a given environment.
    package init(_ configuration: Configuration, context: Context, environment: Environment) {
        dependencies = ClientDependencies(configuration, context, environment)
        runtime = ClientRuntime(dependencies)
    }

    deinit { task.withLock(\.self)?.cancel() }

    // MARK: - Life

    /// Fetches configurations, stores and sends events until the task is cancelled; then stores what was submitted,
    /// and returns. One run at a time does the work; use either this or ``start()``.
    public func run() async { await runtime.run() }

    /// Calls ``run()`` in a task that the client owns, unless that task runs already.
    ///
    /// The task ends with ``shutdown(deadline:)``, or with the client: keep the client for as long as it is to work.
    @discardableResult
    public func start() -> Self {
        let isShutDown = dependencies.caller.withLock(\.isShutDown)
        task.withLock { [runtime] task in
            guard task == nil, !isShutDown else { return }
            runtime.willRun()
            task = Task { await runtime.run() }
        }
        return self
    }

    /// Opens the store now instead of with the first event.
    ///
    /// - Throws: ``StoreError`` when the file cannot be used. Without this call the client goes on in another file
    ///   beside it, and reports that in the diagnostics.
    public func open() async throws { try await runtime.runner.open() }

    /// Returns when everything submitted before the call is in the store or accounted for. Neither the network nor a
    /// missing schema delays it.
    ///
    /// - Returns: `true`, or `false` when the store could not be written, as on a full disk: then the events wait in
    ///   memory, and every commit that follows tries again.
    @discardableResult
    public func persist() async -> Bool { await runtime.runner.drain() }

    /// Sends what waits, whatever the dispatch mode, until nothing is pending, nothing more can succeed before the
    /// deadline, or the deadline has passed.
    ///
    /// A destination that fails is tried again after its back-off, within the deadline; one that does not answer delays
    /// no other. The report says what has ended the flush. It ends sooner when the calling task is cancelled.
    ///
    /// - Parameter deadline: how long it may take. It holds whatever the network does.
    public func flush(deadline: Duration) async -> FlushReport {
        let clocks = dependencies.clocks
        let end = clocks.sinceBoot.adding(deadline)
        let (done, result) = (Signal(), Locked<FlushEnd?>(nil))
        let before = Locked<Ledger.Account?>(nil)
        let work = Task { [runtime, dependencies] in
            await runtime.runner.prepare()  // the ledger of earlier runs comes with the store
            before.withLock { $0 = dependencies.ledger.current.total }
            let end = await runtime.flush(until: end)
            result.withLock { $0 = end }
            done.raise()
        }
        await clocks.wait(for: done, after: 0, until: end)
        work.cancel()
        let after = dependencies.ledger.current.total
        return FlushReport(
            from: before.withLock(\.self) ?? after, to: after, end: result.withLock(\.self) ?? .deadline)
    }

    /// Sends what waits, once, whatever the dispatch mode: to every destination that is not to be left alone after a
    /// failure.
    ///
    /// For the moment the app knows to be a good one, such as beside a request of its own.
    ///
    /// - Returns: what became of the events meanwhile.
    @discardableResult
    public func dispatch() async -> FlushReport {
        await runtime.runner.prepare()  // the ledger of earlier runs comes with the store
        let before = dependencies.ledger.current.total
        await runtime.runner.drain()
        await runtime.maintenance.cycle()  // what is too old is not sent
        await runtime.dispatcher.cycle(isPaced: false)
        let after = dependencies.ledger.current.total
        let end: FlushEnd = after.pending == 0 ? .nothingPending : .nothingMoreCanSucceed("everything was tried once")
        return FlushReport(from: before, to: after, end: end)
    }

    /// Takes no more events, flushes, and closes the store. Events submitted later are dropped as
    /// ``DropReason/shutDown``.
    ///
    /// - Parameter deadline: how long the flush may take. Requests that have no answer by then are cancelled; their events
    ///   stay in the store.
    public func shutdown(deadline: Duration) async -> FlushReport {
        dependencies.caller.withLock { $0.isShutDown = true }
        let task = task.withLock(\.self)
        dependencies.inbox.close()
        let report = await flush(deadline: deadline)
        await runtime.dispatcher.close()  // an answer that has come is recorded before the store closes
        task?.cancel()
        await task?.value
        await runtime.runner.close()
        return report
    }

    // MARK: - Settings at run time

    /// The configuration as it stands, with what was changed at run time.
    public var configuration: Configuration { dependencies.rules.settings }

    /// When events leave; see ``set(dispatchMode:)``.
    public var dispatchMode: DispatchMode { dependencies.rules.settings.dispatchMode }

    /// The circumstances that the app has named, with ``DispatchCondition/background`` while it is in the background; see ``set(conditions:)``.
    public var conditions: Set<DispatchCondition> { get async { await runtime.dispatcher.appConditions } }

    /// The context that events take their values from, as the app has set it; see ``updateContext(_:)``.
    public var context: Context { dependencies.caller.withLock(\.context) }

    /// Changes what the app says about its circumstances, from the next event on.
    ///
    /// The closure runs outside of any lock, and again when another thread's change came between.
    public func updateContext(_ change: (inout Context) -> Void) {
        while true {
            let (context, version) = dependencies.caller.withLock { ($0.context, $0.contextVersion) }
            var changed = context
            change(&changed)
            let isDone = dependencies.caller.withLock { [changed] caller in
                guard caller.contextVersion == version else { return false }  // another change came between
                caller.context = changed
                caller.contextVersion += 1
                return true
            }
            if isDone { return }
        }
    }

    /// The user's decision in force; see ``Consent``. A choice of an earlier process is known once the store is open.
    public var consent: Consent { dependencies.rules.now.consent }

    /// Takes the user's decision about sending events, and keeps it across restarts; see ``Consent``.
    ///
    /// A refusal and a decision that is pending cancel the requests under way. After a refusal it returns when what was
    /// stored is removed.
    public func set(consent: Consent) async { await runtime.set(consent: consent) }

    /// Changes when events leave, at any time. An interval begins anew with the change; what waits stays.
    public func set(dispatchMode: DispatchMode) {
        dependencies.rules.update { $0.settings.dispatchMode = dispatchMode }
        Task { await runtime.dispatcher.settingsChanged() }
    }

    /// Says in which circumstances the app is; ``Configuration/dispatchProfiles`` says what they change. Each call
    /// replaces the one before. What is known of the network by itself need not be said; for the background use
    /// ``enterBackground()`` and ``enterForeground()``.
    public func set(conditions: Set<DispatchCondition>) async {
        await runtime.dispatcher.set(conditions: conditions)
    }

    /// Says that the app itself has used the network just now: ``DispatchMode/piggyback(idle:min:max:)`` goes by it.
    public func noteNetworkActivity() { Task { await runtime.dispatcher.noteNetworkActivity() } }

    /// Says that there is a network again: what failed is tried without waiting any longer, and stream configurations
    /// are fetched where there are none. Where the system reports the network by itself there is no need.
    public func networkReturned() async {
        await runtime.dispatcher.networkReturned()
        runtime.fetchMissingConfigurations()
    }

    /// Fetches stream configurations again.
    public func refresh() { dependencies.refreshRequests.raise() }

    /// Whether stream configurations have arrived.
    package var hasConfigurations: Bool { dependencies.rules.now.streams != nil }

    /// Whether the last attempt to write the store failed, so that events wait in memory.
    package var storeIsFailing: Bool { get async { await runtime.runner.commitFails } }

    // MARK: - Steps, for tests

    /// Fetches stream configurations, experiments and instruments once and begins to decide by them.
    package func loadConfigurations() async {
        await runtime.configurations.fetchOnce()
        await runtime.experiments.fetchOnce()
    }

    /// Stores what was submitted, looks after the store, and runs one dispatch cycle.
    package func runCycle() async {
        await runtime.runner.prepare()
        await runtime.runner.drain()
        await runtime.maintenance.cycle()
        await runtime.dispatcher.cycle(isPaced: true)
    }

    // MARK: - What happened

    /// The exact account of every event, of this run and of earlier ones with the same store, at this moment.
    ///
    /// Earlier runs are in it once the store has been opened.
    public var ledger: Ledger { dependencies.ledger.current }

    /// The latest diagnostics, oldest first, each once; 256 at most.
    public var diagnostics: [Diagnostic] { dependencies.diagnostics.recent }
}
