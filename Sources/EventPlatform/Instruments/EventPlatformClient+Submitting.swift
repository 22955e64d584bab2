import EventSupport

extension EventPlatformClient {
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
}

/// What one call takes from the client: the moment, the session and the context.
private struct Caller: Sendable {
    let time: Timestamp
    let identity: Sessions.Identity
    var context: Context
}
