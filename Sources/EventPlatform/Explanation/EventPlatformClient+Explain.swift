import EventSupport

extension EventPlatformClient {
    /// Says what would become of an event of a stream now, stage by stage, and why. Nothing is submitted, and no
    /// session is begun or prolonged.
    ///
    /// ```swift
    /// print(await client.explain(stream: "app.toolbar"))
    /// ```
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - schema: the schema of the event; a version of the one that the stream takes unless given.
    ///   - context: values for this question alone, as a submit call takes them.
    public func explain(
        stream: Stream, schema: SchemaID? = nil, context change: ((inout Context) -> Void)? = nil
    ) async -> StreamExplanation {
        let (identity, shared) = dependencies.caller.withLock { ($0.sessions.current, $0.context) }
        var context = shared
        change?(&context)
        let rules = dependencies.rules.now
        var explainer = StreamExplainer(configurations: rules.streams, context: context)
        explainer.session = identity.session
        explainer.pageview = identity.pageview
        explainer.device = rules.installID
        explainer.consent = rules.consent
        explainer.schema = schema
        explainer.validation = rules.settings.validation.mode
        explainer.dispatchMode = rules.settings.dispatchMode
        explainer.destinations = rules.settings.network.destinations
        return explainer.explain(stream.name)
    }
}
