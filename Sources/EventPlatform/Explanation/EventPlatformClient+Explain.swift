import EventStreams
import EventSupport

extension EventPlatformClient {
    /// Explains what would become of an interaction now, stage by stage, and why.
    ///
    /// ```swift
    /// print(await client.explain(stream: "app.toolbar"))
    /// ```
    ///
    /// It shows why an event does not arrive. The stages of a submit call run, with the consent, the stream
    /// configurations, the identifiers and the context of this moment. Nothing is submitted or reported, and the call
    /// does not count as activity of a session. If the event would begin a session, the explanation uses the id of that
    /// session, which the next activity then begins. How full the buffers and the store are is not looked at: an event
    /// that passes all stages may still be dropped as ``DropReason/inboxFull``, ``DropReason/inputBufferFull`` or
    /// ``DropReason/storeFull``.
    ///
    /// The event is the one that ``submitInteraction(stream:schema:action:interactionData:context:)`` makes of the same
    /// arguments. An event of the app's own type is explained by its `schema`, which has to be given: unless
    /// `interactionData` is given, and where the schema is no base schema, only what the client adds to the event, such
    /// as the context, is validated.
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - schema: the schema of the event. Unless given, the base schema of the context's platform family, as for a
    ///     submit call; a stream with another `schema_title` drops such an event.
    ///   - action: the action, as in ``submitInteraction(stream:schema:action:interactionData:context:)``. `click`
    ///     unless given.
    ///   - interactionData: the further properties of the interaction. None unless given.
    ///   - change: changes the contextual attributes for this explanation alone. None unless given.
    /// - Returns: one stage after the other. ``StreamExplanation/summary`` has the result in a sentence.
    public func explain(
        stream: Stream, schema: SchemaID? = nil, action: String = "click", interactionData: InteractionData? = nil,
        context change: ((inout Context) -> Void)? = nil
    ) async -> StreamExplanation {
        let now = dependencies.clocks.sinceBoot
        let makeID = dependencies.identifiers.sessionID
        let (snapshot, identity, shared) = dependencies.caller.withLock { caller in
            let timeout = caller.snapshot.settings.sessionTimeout
            let identity = caller.sessions.preview(now: now, timeout: timeout, makeID: makeID)
            return (caller.snapshot, identity, caller.context)
        }
        var context = shared
        change?(&context)
        var explainer = StreamExplainer(snapshot, identity, context)
        let schema = schema ?? context.baseSchema
        explainer.schema = schema
        explainer.foundSchema = runtime.loader.preview(schema.withoutFragment, in: snapshot)
        (explainer.action, explainer.data) = (action, interactionData)
        explainer.settings = explainSettings()
        return explainer.explain(stream.name)
    }
}
