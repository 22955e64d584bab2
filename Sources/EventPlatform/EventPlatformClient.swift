import Dispatch
import EventSupport

/// The event platform client: accepts events on any thread at any time, and sends those that their streams collect.
///
/// ```swift
/// let client = EventPlatformClient(.init(server: platform, store: .file(events))).start()
/// client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
/// ```
///
/// An app or a server has one client and keeps it for as long as it runs. The client accepts events as soon as it
/// exists, stores and sends them from ``start()`` or ``run()`` on, and ends with ``shutdown(deadline:)``.
///
/// The submit methods never wait, never touch the disk and never throw. ``ledger`` counts what became of every event,
/// ``diagnostics`` has the problems that a developer can correct, and
/// ``explain(stream:schema:action:interactionData:context:)`` shows what would become of an event now.
public final class EventPlatformClient: Sendable {
    /// The name of a stream.
    ///
    /// A string literal is a stream. A name that is used in several places is best written once:
    ///
    /// ```swift
    /// extension EventPlatformClient.Stream {
    ///     static let toolbar: Self = "app.toolbar"
    /// }
    /// ```
    ///
    /// `client.submitClick(stream: .toolbar)` then names the stream.
    ///
    /// Any text is a name. An event of a name that the stream configurations have neither literally nor by a pattern is
    /// dropped as ``DropReason/unknownStream``; ``EventPlatformClient/diagnostics`` has the nearest known name.
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
    /// The task of ``start()``. A lock, since any thread may start or release the client.
    private let task = Locked<Task<Void, Never>?>(nil)

    /// Creates a client. It does no work before ``run()`` or ``start()``, but accepts events from here on.
    ///
    /// ```swift
    /// var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    /// configuration.dispatchMode = .periodic(.seconds(120))
    /// var context = Context()
    /// context.agent.appVersionName = "7.4.1"
    /// let client = EventPlatformClient(configuration, context: context)
    /// ```
    ///
    /// Creating a client neither throws nor touches disk or network, so it may be done at the launch of an app. Events
    /// that are submitted before the client is started wait in memory: at most 16 384, and at most 32 MiB; further ones
    /// are dropped as ``DropReason/inboxFull``. They are lost with the process, unless ``persist(deadline:)`` is
    /// called.
    ///
    /// - Parameters:
    ///   - configuration: where configurations come from, where events go and how. It is copied; of its settings only
    ///     the dispatch mode and the consent can be changed later.
    ///   - context: the contextual attributes at the start. ``updateContext(_:)`` changes them.
    public convenience init(_ configuration: Configuration, context: Context = .init()) {
        self.init(configuration, context: context, environment: Environment(for: configuration))
    }

    /// Creates a client in a given environment.
    package init(_ configuration: Configuration, context: Context, environment: Environment) {
        dependencies = ClientDependencies(configuration, context, environment)
        runtime = ClientRuntime(dependencies)
        // A small file, but not for a thread of the app.
        DispatchQueue.global(qos: .utility).async { [sidecar = dependencies.sidecar] in sidecar.learnConsent() }
    }

    deinit { task.withLock { $0 }?.cancel() }

    // MARK: - Life cycle

    /// Fetches configurations, stores and sends events until the task is cancelled; then stores what was submitted,
    /// and returns.
    ///
    /// For servers and tools, which have tasks of their own. An app uses ``start()``.
    ///
    /// ```swift
    /// await withTaskGroup(of: Void.self) { group in
    ///     group.addTask { await client.run() }
    ///     await serveRequests()
    ///     group.cancelAll()
    /// }
    /// let report = await client.shutdown(deadline: .seconds(5))
    /// ```
    ///
    /// It ends with ``shutdown(deadline:)`` too, which a service calls when it stops. Cancelling the task instead does
    /// not send pending events, and leaves the store open.
    ///
    /// One call runs at a time: a further one, or one after ``start()``, waits until that one has ended, and then runs
    /// in its place, unless it was cancelled itself. After a shutdown it returns at once.
    public func run() async { await runtime.run() }

    /// Calls ``run()`` in a task that the client owns. Further calls change nothing.
    ///
    /// ```swift
    /// final class Analytics: Sendable {
    ///     let client: EventPlatformClient
    ///     init(platform: URL) { client = EventPlatformClient(.init(server: platform)).start() }
    /// }
    /// ```
    ///
    /// The task ends with ``shutdown(deadline:)``, or when the client is released: keep the client in a property for as
    /// long as it is to work. A client that was shut down is not started again.
    ///
    /// - Returns: the client itself.
    @discardableResult
    public func start() -> Self {
        let isShutDown = dependencies.snapshot.now.isShutDown
        task.withLock { [runtime, dependencies] task in
            guard task == nil, !isShutDown else { return }
            dependencies.mailbox.post(.fetchAnnounced)
            task = Task { await runtime.run() }
        }
        return self
    }

    /// Opens the store now, at the configured place only, so that a failure is an error instead of a diagnostic.
    ///
    /// ```swift
    /// let client = EventPlatformClient(configuration)
    /// try await client.openStore()
    /// client.start()
    /// ```
    ///
    /// Without this call ``start()`` opens the store, and when the file cannot be used the client continues with
    /// another file beside it, or in memory, with a ``Diagnostic/Kind/store`` diagnostic. Call this method before
    /// ``start()``, ``persist(deadline:)`` and the like: once a store is open, whatever its place, the call does
    /// nothing.
    ///
    /// - Throws: ``StoreError`` when the file cannot be used: it is damaged, of another program or of a newer version,
    ///   cannot be read or written, or belongs to another running client (``StoreError/Code/owned``). Other errors are
    ///   thrown too: on Apple platforms Foundation's when the file's protection cannot be set, and those of a custom
    ///   store (``Configuration/Store/custom``).
    ///   The client can still be started afterwards. After ``shutdown(deadline:)``, which closes the store for good, it
    ///   is ``StoreError/Code/closed``.
    public func openStore() async throws { try await runtime.core.open() }

    /// Stops accepting events, flushes, ends ``run()`` and the task of ``start()``, and closes the store.
    ///
    /// ```swift
    /// let report = await client.shutdown(deadline: .seconds(5))
    /// print("\(report.delivered) delivered, \(report.pending) stay in the store")
    /// ```
    ///
    /// Events that are submitted later are dropped as ``DropReason/shutDown``. Events that were not sent are sent by
    /// the next process with the same store; a store in memory ends with this one. The client cannot be started again.
    ///
    /// - Parameter deadline: the maximum duration of the flush. Requests without a response by then are cancelled;
    ///   their events stay in the store. With 0 or less the call waits for no response. For closing the store the call
    ///   takes up to a tenth of the deadline more, at least 50 ms; a store that does not respond is closed later. In a
    ///   cancelled task the flush ends at once, and the store is closed as in any other.
    /// - Returns: what became of events during the flush. ``FlushReport/end`` is ``FlushEnd/deadline`` when the store
    ///   was not closed in time.
    public func shutdown(deadline: Duration) async -> FlushReport {
        // Less than the documented tenth and 50 ms, since the timer that ends the wait fires late.
        await shutdown(deadline: deadline, closingWithin: max(deadline.bounded / 12, .milliseconds(40)))
    }

    /// Shuts down like ``shutdown(deadline:)``, with a deadline of its own for closing the store after the flush.
    package func shutdown(deadline: Duration, closingWithin grace: Duration) async -> FlushReport {
        dependencies.snapshot.update { $0.isShutDown = true }
        dependencies.inbox.close()
        let clocks = dependencies.clocks
        let end = clocks.sinceBoot.adding(deadline).adding(grace)
        let report = await flush(deadline: deadline)
        guard case .unfinished = await closeStore(until: max(end, clocks.sinceBoot + .milliseconds(40))) else {
            return report
        }
        reportBlockedStore("it is closed as soon as it responds, and has what was committed until then")
        return report.ended(.deadline)
    }

    /// Ends the work of the client and closes its store. It is waited for in a cancelled task as well, since an app may
    /// remove or move the files afterwards.
    private func closeStore(until end: Duration) async -> TimedResult<Void> {
        let clocks = dependencies.clocks
        let closing = Task { [runtime] in
            await clocks.run(until: end) {
                await runtime.core.closeSenders()  // a response that has come is recorded before the store closes
                await runtime.stop()
                await runtime.core.close()
            }
        }
        return await closing.value
    }

    /// Whether stream configurations have arrived.
    package var hasConfigurations: Bool { dependencies.snapshot.now.streams != nil }

    // MARK: - Delivery

    /// Returns when everything submitted before the call is in the store, or dropped and counted.
    ///
    /// ```swift
    /// client.submitInteraction(stream: "app.orders", action: "pay")
    /// if await !client.persist() { print("the store cannot be used; events wait in memory") }
    /// ```
    ///
    /// A running client stores events without this call too, within ``Configuration/Store/commitDelay``. The call is
    /// for a moment after which the process may end, as when an app goes to the background. It waits neither for the
    /// network, nor for stream configurations, nor for schemas.
    ///
    /// - Parameter deadline: the maximum duration of the call: 5 s unless given. The store may need longer, as when
    ///   another program has locked its file; the events are then stored as soon as it responds.
    /// - Returns: `true`; `false` when the store did not respond before the deadline, or could not be written, as on a
    ///   full disk. Then the events wait in memory, at most 10 000 and at most 32 MiB, and every following commit tries
    ///   again; beyond that the oldest are dropped as ``DropReason/storeUnavailable``. `false` also when the configured
    ///   store could not be opened and the client continues in memory: the events are sent, or lost with the process.
    ///   Where memory is what the app has configured (``StoreLocation/inMemory``), `true` says that they are there.
    @discardableResult
    public func persist(deadline: Duration = .seconds(5)) async -> Bool {
        let clocks = dependencies.clocks
        let end = clocks.sinceBoot.adding(deadline)
        let core = runtime.core
        guard case .value(let isCommitted) = await clocks.run(until: end, { await core.persist() })
        else {
            reportBlockedStore("events that were submitted before wait in memory")
            return false
        }
        return isCommitted
    }

    /// Sends pending events, whatever the dispatch mode, until none is pending, none can be sent before the deadline,
    /// or the deadline has passed.
    ///
    /// ```swift
    /// let report = await client.flush(deadline: .seconds(5))
    /// if report.pending > 0 { print("\(report.pending) events stay in the store: \(report.end)") }
    /// ```
    ///
    /// A destination that fails is tried again after its back-off, within the deadline; one that does not respond
    /// delays no other. The flush waits for stream configurations and schemas that are being fetched. Events that
    /// cannot be sent stay in the store. It ends sooner when the calling task is cancelled. With ``Consent/pending``
    /// nothing is sent.
    ///
    /// A client that is not started fetches no stream configurations: events that need them stay.
    ///
    /// - Parameter deadline: the maximum duration of the flush. The call returns then even if a request has no
    ///   response. With 0 or less it returns at once.
    /// - Returns: what became of events during the flush, and why it ended.
    public func flush(deadline: Duration) async -> FlushReport {
        let clocks = dependencies.clocks
        let end = clocks.sinceBoot.adding(deadline)
        let before = Locked<Ledger.Account?>(nil)
        let result = await clocks.run(until: end) { [runtime, dependencies] in
            await runtime.core.prepare()  // the ledger of earlier runs comes with the store
            before.withLock { $0 = dependencies.ledger.current.total }
            return await runtime.core.flush(until: end)
        }
        let after = dependencies.ledger.current.total
        var reason = FlushEnd.deadline
        switch result {
        case .value(let end): reason = end
        case .unfinished(let task): task.cancel()
        }
        if reason == .deadline, Task.isCancelled, clocks.sinceBoot < end { reason = .cancelled }
        return FlushReport(from: before.withLock { $0 } ?? after, to: after, end: reason)
    }

    /// Sends pending events once, whatever the dispatch mode, and returns when the responses have arrived.
    ///
    /// ```swift
    /// let report = await client.dispatch()
    /// print("\(report.delivered) delivered, \(report.pending) wait")
    /// ```
    ///
    /// For a moment that suits the app, such as beside a request of its own; with ``DispatchMode/manual`` nothing else
    /// sends. A destination that is in its back-off is left out, one that begins a back-off gets no further request,
    /// and no ``DispatchProfile`` applies. Where no back-off follows, the events of a failed request are sent again at
    /// once, for example in halves when the batch was too large. Each request may take
    /// ``NetworkConfiguration/timeout``; ``flush(deadline:)`` has a deadline of its own. Source: Google Analytics'
    /// `dispatch`.
    ///
    /// - Returns: what became of events during the call.
    @discardableResult
    public func dispatch() async -> FlushReport {
        await runtime.core.prepare()  // the ledger of earlier runs comes with the store
        let before = dependencies.ledger.current.total
        await runtime.core.cycle(isPaced: false)
        let after = dependencies.ledger.current.total
        let end: FlushEnd =
            after.pending == 0 ? .nothingPending : .blocked("what could be sent at once was sent")
        return FlushReport(from: before, to: after, end: end)
    }

    private func reportBlockedStore(_ consequence: String) {
        dependencies.diagnostics.report(.store, "the store did not respond in time: \(consequence)")
    }

    // MARK: - Steps, for tests

    /// Fetches stream configurations, experiments and instruments once, and puts them into force.
    package func loadConfigurations() async {
        await runtime.configurations.fetchOnce()
        await runtime.experiments.fetchOnce()
    }

    /// Stores what was submitted, maintains the store, and runs one dispatch cycle.
    package func runCycle() async {
        await runtime.core.cycle(isPaced: true)
    }

    // MARK: - What happened

    /// The exact account of every event at this moment, of this process and of earlier ones with the same store.
    ///
    /// ```swift
    /// let account = client.ledger.total
    /// print("\(account.delivered) of \(account.submitted) delivered, \(account.pending) wait")
    /// for (reason, count) in account.dropped.sorted(by: { $0.key < $1.key }) {
    ///     print("\(count) dropped: \(reason.rawValue)")
    /// }
    /// ```
    ///
    /// `client.ledger["app.toolbar"]` has the same for one stream, ``Ledger/streams`` for all. Counts of earlier
    /// processes are in it once the store has been opened. Beyond 4096 names, those that no stream configuration has
    /// share the account `(other streams)`.
    public var ledger: Ledger { dependencies.ledger.current }

    /// The latest diagnostics, oldest first, 256 at most.
    ///
    /// ```swift
    /// for diagnostic in client.diagnostics where diagnostic.kind == .invalidEvent {
    ///     print(diagnostic.message)
    /// }
    /// ```
    ///
    /// A diagnostic with the same text is kept and logged once, and again only after 256 different ones; ``ledger`` has
    /// the counts. Diagnostics contain no values of events. For their log see ``Configuration/logger``.
    public var diagnostics: [Diagnostic] { dependencies.diagnostics.recent }
}
