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
    public func persist() async { await pipeline.persist() }

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

    // MARK: - Submitting

    /// Submits a click by the newest base schema for apps: an interaction whose action is `click`.
    ///
    /// - Parameters:
    ///   - stream: where the event belongs.
    ///   - interactionData: what was clicked; not even built for a stream that is unknown or out of sample.
    ///   - context: values for this event alone.
    public func submitClick(
        stream: Stream, interactionData: @autoclosure () -> InteractionData = .init(),
        context: ((inout Context) -> Void)? = nil
    ) {
        submitInteraction(stream: stream, action: "click", interactionData: interactionData(), context: context)
    }

    /// Submits an interaction: an event with an action, made by the client in the form of the base schemas.
    ///
    /// - Parameters:
    ///   - stream: where the event belongs.
    ///   - schema: the schema it follows; the base schema for apps unless given.
    ///   - action: what happened; 64 characters at most, and not empty.
    ///   - interactionData: what else is known; not even built for a stream that is unknown or out of sample.
    ///   - context: values for this event alone.
    public func submitInteraction(
        stream: Stream, schema: SchemaID = .appBase, action: String,
        interactionData: @autoclosure () -> InteractionData = .init(), context: ((inout Context) -> Void)? = nil
    ) {
        guard let caller = admit(stream, change: context) else { return }
        guard !action.isEmpty else {
            parts.diagnostics.report(.misuse, "an interaction for \(stream) has an empty action; name what happened")
            return drop(stream, .emptyAction)
        }
        put(caller, schema, .interaction(properties: interactionData().properties(action: action)), stream)
    }

    /// Submits an event of the app's own type.
    ///
    /// - Parameters:
    ///   - stream: where the event belongs.
    ///   - event: the event; not even built for a stream that is unknown or out of sample. It is encoded before the
    ///     call returns, and its own keys win over the client's.
    ///   - domain: the domain it pertains to, when it is not the context's.
    public func submit(stream: Stream, event: @autoclosure () -> some EventInterface, domain: String? = nil) {
        submit(stream: stream, event: event(), domain: domain, origin: nil)
    }

    /// Submits an event with a context of its own, and says where it came from, for ``Configuration/onDrop``.
    package func submit(
        stream: Stream, event: @autoclosure () -> some EventInterface, domain: String? = nil, origin: Int?,
        context: ((inout Context) -> Void)? = nil
    ) {
        guard var caller = admit(stream, change: context, origin: origin) else { return }
        if let domain { caller.context.domain = domain }
        let event = event()
        var writer = EventWriter()
        do {
            try event.write(to: &writer)
        } catch {
            parts.diagnostics.report(.misuse, "an event for \(stream) cannot be encoded: \(Self.reason(error))")
            return drop(stream, .unencodable, origin: origin)
        }
        put(caller, event.schema, .event(writer.bytes), stream, origin: origin)
    }

    /// An encoding error without the values it may hold.
    private static func reason(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context)? = error as? EncodingError else {
            return "\(type(of: error))"
        }
        return "no JSON value at " + (["the top"] + context.codingPath.map(\.stringValue)).joined(separator: "/")
    }

    /// What one call takes from the client: the moment, the session and the context.
    private struct Caller: Sendable {
        let time: Timestamp
        let identity: Sessions.Identity
        var context: Context
    }

    /// Takes what a submit call needs, or drops its event when it cannot or need not go on.
    private func admit(
        _ stream: Stream, change: ((inout Context) -> Void)?, origin: Int? = nil
    ) -> Caller? {
        let clocks = parts.environment.clocks
        let now = clocks.sinceBoot
        let identifiers = parts.identifiers
        let (timeout, consent) = parts.settings.read { ($0.sessionTimeout, $0.consent) }
        let (identity, shared, refusal, savesSession) = parts.caller.withLock {
            caller -> (Sessions.Identity, Context, DropReason?, Bool) in
            let refusal: DropReason? =
                caller.isShutDown ? .shutDown : consent == .declined ? .consentDeclined : nil
            let identity = caller.sessions.touch(now: now, timeout: timeout, makeID: identifiers.sessionID)
            return (identity, caller.context, refusal, caller.sessions.isWorthSaving)
        }
        if savesSession { parts.inbox.arrived.raise() }
        if let refusal {
            drop(stream, refusal, origin: origin)
            return nil
        }
        var context = shared
        change?(&context)
        if let refusal = parts.gate.refusal(of: stream.name, identity, context) {
            drop(stream, refusal, origin: origin)
            return nil
        }
        return Caller(time: clocks.wall, identity: identity, context: context)
    }

    private func put(
        _ caller: Caller, _ schema: SchemaID, _ content: Submission.Content, _ stream: Stream, origin: Int? = nil
    ) {
        let submission = Submission(
            stream: stream.name, schema: schema, time: caller.time, identity: caller.identity, context: caller.context,
            content: content, origin: origin)
        parts.book.submitted(stream.name)
        if let reason = parts.inbox.put(submission) { parts.book.refused(stream.name, reason) }
    }

    private func drop(_ stream: Stream, _ reason: DropReason, origin: Int? = nil) {
        parts.book.submittedAndDropped(stream.name, reason)
        parts.settings.read(\.onDrop)?(Drop(origin: origin, stream: stream.name, reason: reason, detail: nil))
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
