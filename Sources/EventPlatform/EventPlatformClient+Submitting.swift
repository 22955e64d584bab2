import EventSchema
import EventStreams
import EventSupport

extension EventPlatformClient {
    /// Submits a click: an interaction whose action is `click`, by the base schema of the context's platform family.
    ///
    /// ```swift
    /// client.submitClick(
    ///     stream: "app.toolbar", interactionData: .init(source: "toolbar", elementID: "save"))
    /// ```
    ///
    /// The call returns at once, throws nothing, and may come from any thread. ``ledger`` counts what becomes of the
    /// event. For another action or schema use
    /// ``submitInteraction(stream:schema:action:interactionData:context:)``. Source: the Metrics Platform's
    /// `submitClick`.
    ///
    /// - Parameters:
    ///   - stream: the stream that the event belongs to.
    ///   - interactionData: what was clicked. The expression is not evaluated when the call is refused at once: after a
    ///     shutdown or a refusal of the user, when throttled, or, once stream configurations have arrived, for a stream
    ///     that is unknown, broken or out of sample. None unless given.
    ///   - context: changes the contextual attributes of this event alone. None unless given.
    public func submitClick(
        stream: Stream, interactionData: @autoclosure () -> InteractionData = .init(),
        context: ((inout Context) -> Void)? = nil
    ) {
        submitInteraction(stream: stream, action: "click", interactionData: interactionData(), context: context)
    }

    /// Submits an interaction: an event with an action, made by the client in the form of the base schemas.
    ///
    /// ```swift
    /// client.submitInteraction(
    ///     stream: "app.search", action: "type",
    ///     interactionData: .init(source: "search_field", context: ["query_length": 12])
    /// ) {
    ///     $0.page.title = "Blue whale"
    /// }
    /// ```
    ///
    /// The call returns at once, throws nothing, and may come from any thread. The data is read during the call: later
    /// changes have no effect on the event. The client adds the contextual attributes that the stream lists, validates
    /// the event, and stores it. ``ledger`` counts what becomes of it. Source: the Metrics Platform's
    /// `submitInteraction`.
    ///
    /// - Parameters:
    ///   - stream: the stream that the event belongs to.
    ///   - schema: the schema that the event follows: one of the base schemas, or one that has their properties. Its
    ///     title must be the stream's `schema_title`, otherwise the event is dropped as ``DropReason/invalid``. `nil`,
    ///     the default, is the base schema of the context's platform family, see ``ClientPlatformFamily/baseSchema``.
    ///   - action: what happened, such as `open`. An empty one is dropped as ``DropReason/emptyAction``, with a
    ///     diagnostic; the base schemas allow 64 characters.
    ///   - interactionData: the further properties of the interaction. The expression is not evaluated when the call is
    ///     refused at once, as in ``submitClick(stream:interactionData:context:)``. None unless given.
    ///   - context: changes the contextual attributes of this event alone. None unless given.
    public func submitInteraction(
        stream: Stream, schema: SchemaID? = nil, action: String,
        interactionData: @autoclosure () -> InteractionData = .init(), context: ((inout Context) -> Void)? = nil
    ) {
        guard let call = passGate(stream, change: context) else { return }
        let content = interactionData().content(action: action)
        enqueue(call, schema ?? call.context.baseSchema, content, stream)
    }

    /// Submits an event of the app's own type.
    ///
    /// ```swift
    /// client.submit(stream: "app.performance", event: PageLoaded(milliseconds: 230), domain: "en.wikipedia.org")
    /// ```
    ///
    /// The call returns at once, throws nothing, and may come from any thread. The event is encoded before it returns.
    /// The client adds `$schema`, `meta.stream` and `meta.id`, and, where the schema has the property, `dt` and the
    /// contextual attributes that the stream lists. Values that the event has of its own are kept. The schema must be
    /// one that the client can find, see ``Configuration/Validation/sources``; otherwise the event gets no contextual
    /// attributes and is sent unvalidated. Source: the Metrics Platform's `submit`.
    ///
    /// An event that cannot be encoded as a JSON object is dropped as ``DropReason/unencodable``, with a diagnostic.
    ///
    /// - Parameters:
    ///   - stream: the stream that the event belongs to.
    ///   - event: the event. The expression is not evaluated when the call is refused at once, as in
    ///     ``submitClick(stream:interactionData:context:)``.
    ///   - domain: the domain that the event pertains to, sent as `meta.domain`. `nil`, the default, takes that of the
    ///     context.
    ///   - context: changes the contextual attributes of this event alone. None unless given.
    public func submit(
        stream: Stream, event: @autoclosure () -> some EventInterface, domain: String? = nil,
        context: ((inout Context) -> Void)? = nil
    ) {
        submit(stream: stream, event: event(), domain: domain, origin: nil, context: context)
    }

    /// Submits an event with an origin, which ``Configuration/onDrop`` receives when the event is dropped before it is
    /// stored.
    package func submit(
        stream: Stream, event: @autoclosure () -> some EventInterface, domain: String? = nil, origin: Int?,
        context: ((inout Context) -> Void)? = nil
    ) {
        guard let call = passGate(stream, change: context, origin: origin) else { return }
        let event = event()
        enqueue(call, event.schema, Self.content(of: event), stream, domain: domain, origin: origin)
    }

    private static func content(of event: some EventInterface) -> Submission.Content {
        var writer = EventWriter()
        do { try event.write(to: &writer) } catch { return .unencodable(EventWriter.reason(error)) }
        return writer.content
    }

    // MARK: - The gate

    private typealias DropHandler = @Sendable (DropRecord) -> Void

    /// Runs the stages of the gate on the caller's thread. An event that does not pass is dropped here, before it is
    /// built.
    private func passGate(_ stream: Stream, change: ((inout Context) -> Void)?, origin: Int? = nil) -> AdmittedCall? {
        switch recordCall(stream.name, mayDecide: change == nil) {
        case .refused(let reason, let onDrop, let isFirstSinceCommit, let savesSession):
            if savesSession { dependencies.mailbox.post(.work) }
            report(stream, reason, onDrop, origin, isFirstSinceCommit: isFirstSinceCommit)
            return nil
        case .passed(var call, let savesSession):
            if savesSession { dependencies.mailbox.post(.work) }
            if change != nil || call.known == nil {
                if let change {
                    dependencies.change(&call.context, change)
                    call.contextSize = call.context.size
                }
                if let reason = call.resolve(stream.name) {
                    drop(stream, reason, call.snapshot.onDrop, call.known?.accountIndex, origin)
                    return nil
                }
            }
            call.time = dependencies.clocks.wall
            return call
        }
    }

    /// `savesSession`: the session has now to be saved.
    private enum GateResult: ~Copyable, Sendable {
        /// `isFirstSinceCommit`: no other such drop of the stream waits for the next transaction.
        case refused(DropReason, DropHandler?, isFirstSinceCommit: Bool, savesSession: Bool)
        case passed(AdmittedCall, savesSession: Bool)
    }

    /// Records the call as activity of the session, and reads the snapshot, the session and the context.
    ///
    /// A call that does not change the context is decided and counted here, unless patterns may match the name of its
    /// stream; when it is refused, neither session nor context is copied. Patterns are not matched under the lock.
    private func recordCall(_ name: String, mayDecide: Bool) -> GateResult {
        let now = dependencies.clocks.sinceBoot
        return dependencies.caller.withLock(and: dependencies.ledger.counts) { caller, counts -> GateResult in
            let savesSession = caller.recordActivity(now: now, dependencies.identifiers)
            let snapshot = caller.snapshot
            let known = snapshot.knownStream(name)
            if mayDecide, let reason = snapshot.gateRefusal(of: known, named: name, caller.samplingIdentifiers) {
                let isFirstSinceCommit = counts.countSubmittedAndDropped(name, at: known?.accountIndex, reason)
                return .refused(
                    reason, snapshot.onDrop, isFirstSinceCommit: isFirstSinceCommit,
                    savesSession: savesSession)
            }
            let call = AdmittedCall(
                snapshot: snapshot, known: known, identity: caller.sessions.current, context: caller.context,
                contextSize: caller.contextSize)
            return .passed(call, savesSession: savesSession)
        }
    }

    private func enqueue(
        _ call: borrowing AdmittedCall, _ schema: SchemaID, _ content: Submission.Content, _ stream: Stream,
        domain: String? = nil, origin: Int? = nil
    ) {
        let submission = Submission(
            .init(
                stream: stream.name, schema: schema, id: dependencies.identifiers.eventID(at: call.time),
                time: call.time, identity: call.identity, installID: call.isDecided ? call.snapshot.installID : nil,
                domain: domain, context: call.context, content: content, isAdmitted: call.isDecided,
                isVerbatim: !call.snapshot.settings.completesEvents, origin: origin))
        let size = content.size + call.contextSize
        guard let reason = dependencies.inbox.enqueue(submission, size: size, at: call.known?.accountIndex) else {
            return
        }
        report(stream, reason, call.snapshot.onDrop, origin)
    }

    /// Drops an event that was not submitted yet. `accountIndex` is that of its stream's account, where it is known.
    private func drop(
        _ stream: Stream, _ reason: DropReason, _ onDrop: DropHandler?, _ accountIndex: LiveLedger.AccountIndex?,
        _ origin: Int? = nil
    ) {
        let isFirstSinceCommit = dependencies.ledger.counts.withLock {
            $0.countSubmittedAndDropped(stream.name, at: accountIndex, reason)
        }
        report(stream, reason, onDrop, origin, isFirstSinceCommit: isFirstSinceCommit)
    }

    private func report(
        _ stream: Stream, _ reason: DropReason, _ onDrop: DropHandler?, _ origin: Int?,
        isFirstSinceCommit: Bool = false
    ) {
        if reason == .unknownStream, isFirstSinceCommit { recordUnknown(stream) }
        onDrop?(DropRecord(origin: origin, stream: stream.name, reason: reason, detail: nil, event: nil))
    }

    /// Lets the core report a name that no stream configuration has.
    @inline(never)  // so that other calls do not pay for it
    private func recordUnknown(_ stream: Stream) {
        let isNew = dependencies.caller.withLock { $0.unknownStreams.record(stream.name) }
        if isNew { dependencies.mailbox.post(.work) }
    }
}

/// A submit call that continues: the moment, the session, the context, and the snapshot that has admitted it. It is not
/// copied, which would count a reference for nearly each part.
private struct AdmittedCall: ~Copyable, Sendable {
    let snapshot: DecisionSnapshot
    /// `nil` for a stream that is not configured under its own name.
    let known: KnownStreams.Entry?
    let identity: Sessions.Identity
    var context: Context
    /// About the size of ``context`` as JSON, in bytes.
    var contextSize: Int
    /// `nil` until stream configurations have arrived.
    var stream: StreamConfiguration?
    var time = Timestamp(milliseconds: 0)

    init(
        snapshot: DecisionSnapshot, known: KnownStreams.Entry?, identity: Sessions.Identity, context: Context,
        contextSize: Int
    ) {
        (self.snapshot, self.known, self.identity, self.context) = (snapshot, known, identity, context)
        self.contextSize = contextSize
        stream = known?.lookup.stream
    }

    /// Whether stream and sampling are decided.
    var isDecided: Bool { stream != nil }

    /// Looks the stream up, and decides with the call's own context.
    ///
    /// - Returns: why the gate drops the call; `nil` when it passes.
    mutating func resolve(_ name: String) -> DropReason? {
        let lookup = known?.lookup ?? StreamLookup(name, in: snapshot.streams)
        stream = lookup.stream
        return snapshot.gateRefusal(
            of: lookup, named: name, SamplingIdentifiers(identity, device: snapshot.installID, context: context))
    }
}
