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
    ///   - interactionData: what was clicked. Once stream configurations have arrived, the expression is not evaluated
    ///     for a stream that is unknown or out of sample. None unless given.
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
    ///   - interactionData: the further properties of the interaction. Once stream configurations have arrived, the
    ///     expression is not evaluated for a stream that is unknown or out of sample. None unless given.
    ///   - context: changes the contextual attributes of this event alone. None unless given.
    public func submitInteraction(
        stream: Stream, schema: SchemaID? = nil, action: String,
        interactionData: @autoclosure () -> InteractionData = .init(), context: ((inout Context) -> Void)? = nil
    ) {
        guard var admitted = admit(stream, change: context) else { return }
        guard !action.isEmpty else {
            dependencies.diagnostics.report(
                .misuse, "an interaction for \(stream) has an empty action; name what happened")
            return drop(stream, .emptyAction, admitted.rules, admitted.known?.accountIndex)
        }
        let data = interactionData()
        if let failure = data.fieldsFailure {
            dependencies.diagnostics.report(
                .misuse, "the fields of an interaction for \(stream) cannot be encoded: \(failure)")
            return drop(stream, .unencodable, admitted.rules, admitted.known?.accountIndex)
        }
        let schema = schema ?? (admitted.context.agent.clientPlatformFamily ?? .app).baseSchema
        admitted.select(for: schema)
        enqueue(admitted, schema, .interaction(data.properties(action: action)), stream)
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
    ///   - event: the event. Once stream configurations have arrived, the expression is not evaluated for a stream that
    ///     is unknown or out of sample.
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
        guard var admitted = admit(stream, change: context, origin: origin) else { return }
        let event = event()
        var writer = EventWriter()
        do {
            try event.write(to: &writer)
        } catch {
            dependencies.diagnostics.report(
                .misuse, "an event for \(stream) cannot be encoded: \(EventWriter.reason(error))")
            return drop(stream, .unencodable, admitted.rules, admitted.known?.accountIndex, origin)
        }
        admitted.select(for: event.schema)
        enqueue(admitted, event.schema, .event(writer.bytes), stream, domain: domain, origin: origin)
    }

    // MARK: - The gate

    /// The gate: decides on the caller's thread, by the same rules as the pipeline, whether an event continues. One
    /// that does not is dropped here, before it is built.
    private func admit(_ stream: Stream, change: ((inout Context) -> Void)?, origin: Int? = nil) -> AdmittedCall? {
        switch recordCall(stream.name, mayDecide: change == nil) {
        case .refused(let reason, let rules, let accountIndex):
            drop(stream, reason, rules, accountIndex, origin)
            return nil
        case .passed(var call, let isShutDown):
            if change != nil || call.known == nil {
                change?(&call.context)
                let admission = call.known?.admission ?? SamplingStage.lookUp(stream.name, in: call.rules.streams)
                let reason = call.rules.refusal(
                    of: admission, stream.name, isShutDown: isShutDown,
                    SamplingIdentifiers(call.identity, device: call.rules.installID, context: call.context))
                if let reason {
                    drop(stream, reason, call.rules, call.known?.accountIndex, origin)
                    return nil
                }
                call.stream = admission.stream
            }
            call.time = dependencies.clocks.wall
            return call
        }
    }

    private enum GateResult: Sendable {
        case refused(DropReason, Rules, LiveLedger.AccountIndex?)
        case passed(AdmittedCall, isShutDown: Bool)
    }

    /// Records the call as activity of the session, and reads the rules, the session and the context.
    ///
    /// A call that does not change the context is decided here when its stream is configured under its own name;
    /// when it is refused, neither session nor context is copied. Patterns are not matched under the lock.
    private func recordCall(_ name: String, mayDecide: Bool) -> GateResult {
        let now = dependencies.clocks.sinceBoot
        let (result, savesSession) = dependencies.caller.withLock { caller -> (GateResult, Bool) in
            let savesSession = caller.recordActivity(now: now) { dependencies.identifiers.sessionID() }
            let known = caller.rules.knownStream(name)
            if mayDecide, let known, let reason = caller.refusal(of: known, name) {
                return (.refused(reason, caller.rules, known.accountIndex), savesSession)
            }
            let call = AdmittedCall(
                rules: caller.rules, known: known, identity: caller.sessions.current, context: caller.context)
            return (.passed(call, isShutDown: caller.isShutDown), savesSession)
        }
        if savesSession { dependencies.inbox.arrived.raise() }
        return result
    }

    private func enqueue(
        _ call: AdmittedCall, _ schema: SchemaID, _ content: Submission.Content, _ stream: Stream,
        domain: String? = nil, origin: Int? = nil
    ) {
        let submission = Submission(
            stream: stream.name, schema: schema, id: dependencies.identifiers.eventID(at: call.time), time: call.time,
            identity: call.isDecided ? Sessions.Identity() : call.identity, domain: domain, context: call.context,
            content: content, isAdmitted: call.isDecided, isVerbatim: !call.rules.settings.completesEvents,
            origin: origin)
        dependencies.ledger.countSubmitted(stream.name, at: call.known?.accountIndex)
        guard let reason = dependencies.inbox.enqueue(submission) else { return }
        dependencies.ledger.countRefused(stream.name, reason)
        report(stream, reason, call.rules, origin)
    }

    /// Drops an event that was not submitted yet. `accountIndex` is that of its stream's account, where it is known.
    private func drop(
        _ stream: Stream, _ reason: DropReason, _ rules: Rules, _ accountIndex: LiveLedger.AccountIndex?,
        _ origin: Int? = nil
    ) {
        dependencies.ledger.countSubmittedAndDropped(stream.name, at: accountIndex, reason)
        report(stream, reason, rules, origin)
    }

    private func report(_ stream: Stream, _ reason: DropReason, _ rules: Rules, _ origin: Int?) {
        if reason == .unknownStream, dependencies.unknownStreams.record(stream.name) {
            dependencies.inbox.arrived.raise()  // the pipeline reports it
        }
        guard let onDrop = rules.settings.onDrop else { return }
        onDrop(DropRecord(origin: origin, stream: stream.name, reason: reason, detail: nil, event: nil))
    }
}

/// A submit call that continues: the moment, the session, the context, and the rules that have admitted it.
private struct AdmittedCall: Sendable {
    let rules: Rules
    /// `nil` for a stream that is not configured under its own name.
    let known: KnownStreams.Entry?
    let identity: Sessions.Identity
    var context: Context
    /// `nil` until stream configurations have arrived.
    var stream: StreamConfiguration?
    var time = Timestamp(milliseconds: 0)

    init(rules: Rules, known: KnownStreams.Entry?, identity: Sessions.Identity, context: Context) {
        (self.rules, self.known, self.identity, self.context) = (rules, known, identity, context)
        stream = known?.admission.stream
    }

    /// Whether stream and sampling are decided.
    var isDecided: Bool { stream != nil }

    /// Reduces the context to the attributes that the stream lists, once stream configurations have arrived.
    mutating func select(for schema: SchemaID) {
        guard let stream else { return }
        let id = schema.withoutFragment
        context = ContextStage.selection(
            from: context, identity, installID: rules.installID, for: stream, schema: rules.schemas.compiled(id),
            schemaID: id)
    }
}
